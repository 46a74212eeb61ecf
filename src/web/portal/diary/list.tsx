import { Link } from 'wouter'
import { endOfItem } from '../../plain/trip-end.ts'
import { spokenWord } from '../../plain/words.ts'
import { PhoneLink } from '../parts/links.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { paperAddress } from '../parts/paper-link.tsx'
import { Plate } from '../parts/plate.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { clashWord, type Item, keyOf, stateOf, titleOf } from './diary.ts'

const columns: readonly Column<Item>[] = [
  {
    name: 'When',
    cell: (item) => <LocalTime at={item.from} until={endOfItem(item)} />,
  },
  {
    name: 'What',
    cell: (item) => (
      <>
        <span>
          {item.ref === null ? (
            titleOf(item)
          ) : (
            <Link
              href={item.what === 'booking' ? `/bookings/${item.ref}` : `/jobs/${item.ref}`}
              data-unstaffed={item.needs_driver || undefined}
            >
              {titleOf(item)}
            </Link>
          )}{' '}
          {item.customer_phone && <PhoneLink phone={item.customer_phone} name={titleOf(item)} isIcon />}
        </span>
        <SecondLine>{[item.ref, item.summary].filter(Boolean).join(' · ')}</SecondLine>
      </>
    ),
  },
  { name: 'Coach', cell: ({ vehicle_reg }) => (vehicle_reg === null ? '–' : <Plate registration={vehicle_reg} />) },
  {
    name: 'Driver',
    cell: ({ driver, role }) =>
      driver === null ? (
        '–'
      ) : (
        <span>
          {driver.name}
          {role === null || role === 'driver' ? '' : `, ${spokenWord(role).toLowerCase()}`}{' '}
          {driver.phone && <PhoneLink phone={driver.phone} name={driver.name} isIcon />}
        </span>
      ),
  },
  {
    name: 'State',
    cell: (item) => (
      <>
        <Badge tone={item.needs_driver ? 'wrong' : item.what === 'booking' ? 'good' : 'plain'}>{stateOf(item)}</Badge>
        {item.warnings.length > 0 && <span className="late"> {item.warnings.map(clashWord).join(', ')}</span>}
      </>
    ),
  },
]

/** The timeline as a table, a line for each item: for those who do not see it, for narrow screens, and for paper. */
export function DiaryList(props: {
  readonly items: readonly Item[]
  readonly open: ((item: Item) => void) | null
  readonly assign: ((item: Item) => void) | null
}) {
  const { items, open, assign } = props
  return (
    <Table
      caption="The diary, by departure"
      columns={columns}
      rows={items}
      rowKey={keyOf}
      {...(open !== null && {
        actions: (item: Item) => (
          <RowActions
            label={`What to do with ${titleOf(item)}`}
            actions={[
              { label: 'Look at it', run: () => open(item), isQuiet: true },
              ...(assign !== null && item.what === 'booking' ? [{ label: 'Assign', run: () => assign(item) }] : []),
              ...(item.what === 'booking' ? [{ label: 'Job sheet (PDF)', run: () => printSheet(item), isQuiet: true }] : []),
            ]}
          />
        ),
      })}
    />
  )
}

function printSheet({ ref }: Item): void {
  window.open(paperAddress(`/bookings/${ref}/job-sheet`), '_blank', 'noopener')
}
