import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { PhoneLink } from '../../office/parts/links.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { findItemEnd } from '../../plain/trip-end.ts'
import { type DiaryLine, findItemStart, formatClash, formatItemState, formatItemTitle, type Item } from './diary.ts'

/** A drawer with the facts and the actions of one diary item. The actions replace dragging. */
export function ItemDrawer(props: {
  readonly item: Item | null
  readonly rows: readonly DiaryLine[]
  readonly give: (item: Item, rowId: number) => void
  readonly assign: (item: Item) => void
  readonly close: () => void
}) {
  const { item, close } = props
  return (
    <SideDrawer title={item === null ? '' : formatItemTitle(item)} isOpen={item !== null} close={close}>
      {item !== null && <Details {...props} item={item} />}
    </SideDrawer>
  )
}

function Details(props: {
  readonly item: Item
  readonly rows: readonly DiaryLine[]
  readonly give: (item: Item, rowId: number) => void
  readonly assign: (item: Item) => void
}) {
  const { item, rows } = props
  const { can } = useSession()
  const isOffline = useLostAt() !== null
  const isTrip = item.what === 'booking'
  return (
    <>
      <FactTable
        facts={[
          ['Status', formatItemState(item)],
          ['Time', <LocalTime key="when" at={item.from} until={findItemEnd(item)} />],
          ['Report time', findItemStart(item) === item.from ? null : <Moment key="reports" at={findItemStart(item)} />],
          ['Trip', item.summary],
          ['Passengers', item.passenger_count],
          [
            'Customer',
            item.customer_name && (
              <>
                {item.customer_name} {item.customer_phone && <PhoneLink phone={item.customer_phone} name={item.customer_name} />}
              </>
            ),
          ],
          ['Vehicle', item.vehicle_reg && <OfficePlate key="plate" registration={item.vehicle_reg} />],
          [
            'Driver',
            item.driver && (
              <>
                {item.driver.name} {item.driver.phone && <PhoneLink phone={item.driver.phone} name={item.driver.name} />}
              </>
            ),
          ],
          [
            'Clashes',
            item.warnings.length === 0 ? null : (
              <span key="clashes" className="late">
                {item.warnings.map(formatClash).join(', ')}
              </span>
            ),
          ],
        ]}
      />
      <div className="diary-doing">
        {item.ref !== null && (
          <Link href={isTrip ? `/bookings/${item.ref}` : `/jobs/${item.ref}`}>{isTrip ? 'Open booking' : 'Open job'}</Link>
        )}
        {isTrip && item.ref !== null && (
          <PaperLink address={buildPaperAddress(`/bookings/${item.ref}/job-sheet`)}>Job sheet</PaperLink>
        )}
        {isTrip && can('drivers:write') && (
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => props.assign(item)}>
            Assign driver
          </Button>
        )}
      </div>
      {isTrip && can('drivers:write') && rows.length > 0 && (
        <fieldset className="diary-rows-to">
          <legend>Assign to</legend>
          {rows.map((row) => (
            <Button key={row.id} variant="default" size="sm" disabled={isOffline} onClick={() => props.give(item, row.id)}>
              {row.registration ?? row.name}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
