import { Link } from 'wouter'
import { PhoneLink } from '../../office/parts/links.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { findItemEnd } from '../../plain/trip-end.ts'
import { formatWord } from '../../plain/words.ts'
import { buildItemKey, formatClash, formatItemState, formatItemTitle, type Item } from './diary.ts'

const columns: readonly Column<Item>[] = [
  {
    name: 'Time',
    cell: (item) => <LocalTime at={item.from} until={findItemEnd(item)} />,
  },
  {
    name: 'Job',
    cell: (item) => (
      <>
        <span>
          {item.ref === null ? (
            formatItemTitle(item)
          ) : (
            <Link
              href={item.what === 'booking' ? `/bookings/${item.ref}` : `/jobs/${item.ref}`}
              data-unstaffed={item.needs_driver || undefined}
            >
              {formatItemTitle(item)}
            </Link>
          )}{' '}
          {item.customer_phone && <PhoneLink phone={item.customer_phone} name={formatItemTitle(item)} isIcon />}
        </span>
        <SecondLine>{[item.ref, item.summary].filter(Boolean).join(' · ')}</SecondLine>
      </>
    ),
  },
  { name: 'Vehicle', cell: ({ vehicle_reg }) => (vehicle_reg === null ? '–' : <OfficePlate registration={vehicle_reg} />) },
  {
    name: 'Driver',
    cell: ({ driver, role }) =>
      driver === null ? (
        '–'
      ) : (
        <span>
          {driver.name}
          {role === null || role === 'driver' ? '' : `, ${formatWord(role).toLowerCase()}`}{' '}
          {driver.phone && <PhoneLink phone={driver.phone} name={driver.name} isIcon />}
        </span>
      ),
  },
  {
    name: 'Status',
    cell: (item) => (
      <>
        <Badge tone={item.needs_driver ? 'wrong' : item.what === 'booking' ? 'good' : 'plain'}>{formatItemState(item)}</Badge>
        {item.warnings.length > 0 && <span className="late"> {item.warnings.map(formatClash).join(', ')}</span>}
      </>
    ),
  },
]

/** The timeline as a table, for screen readers, narrow screens and paper. */
export function DiaryList(props: {
  readonly items: readonly Item[]
  readonly open: ((item: Item) => void) | null
  readonly assign: ((item: Item) => void) | null
}) {
  const { items, open, assign } = props
  return (
    <Table
      caption="Diary, by departure"
      columns={columns}
      rows={items}
      rowKey={buildItemKey}
      {...(open !== null && {
        actions: (item: Item) => (
          <RowActions
            label={`Actions for ${formatItemTitle(item)}`}
            actions={[
              { label: 'Show details', run: () => open(item), isQuiet: true },
              ...(assign !== null && item.what === 'booking' ? [{ label: 'Assign driver', run: () => assign(item) }] : []),
              ...(item.what === 'booking' ? [{ label: 'Job sheet (PDF)', run: () => printSheet(item), isQuiet: true }] : []),
            ]}
          />
        ),
      })}
    />
  )
}

function printSheet({ ref }: Item): void {
  window.open(buildPaperAddress(`/bookings/${ref}/job-sheet`), '_blank', 'noopener')
}
