import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { endOfItem } from '../../plain/trip-end.ts'
import { useLostAt } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import { Facts } from '../parts/facts.tsx'
import { PhoneLink } from '../parts/links.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { PaperLink, paperAddress } from '../parts/paper-link.tsx'
import { Plate } from '../parts/plate.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { clashWord, type DiaryLine, type Item, stateOf, takenFrom, titleOf } from './diary.ts'

/** One item of the diary: what it is, and what can be done about it, also without dragging. */
export function ItemDrawer(props: {
  readonly item: Item | null
  readonly rows: readonly DiaryLine[]
  readonly give: (item: Item, rowId: number) => void
  readonly assign: (item: Item) => void
  readonly close: () => void
}) {
  const { item, close } = props
  return (
    <SideDrawer title={item === null ? '' : titleOf(item)} isOpen={item !== null} close={close}>
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
      <Facts
        facts={[
          ['State', stateOf(item)],
          ['When', <LocalTime key="when" at={item.from} until={endOfItem(item)} />],
          ['Driver reports', takenFrom(item) === item.from ? null : <Moment key="reports" at={takenFrom(item)} />],
          ['Trip', item.summary],
          ['People', item.passenger_count],
          [
            'Customer',
            item.customer_name && (
              <>
                {item.customer_name} {item.customer_phone && <PhoneLink phone={item.customer_phone} name={item.customer_name} />}
              </>
            ),
          ],
          ['Coach', item.vehicle_reg && <Plate key="plate" registration={item.vehicle_reg} />],
          [
            'Driver',
            item.driver && (
              <>
                {item.driver.name} {item.driver.phone && <PhoneLink phone={item.driver.phone} name={item.driver.name} />}
              </>
            ),
          ],
          [
            'Mind',
            item.warnings.length === 0 ? null : (
              <span key="mind" className="late">
                {item.warnings.map(clashWord).join(', ')}
              </span>
            ),
          ],
        ]}
      />
      <div className="diary-doing">
        {item.ref !== null && (
          <Link href={isTrip ? `/bookings/${item.ref}` : `/jobs/${item.ref}`}>
            {isTrip ? 'Open the booking' : 'Open the job'}
          </Link>
        )}
        {isTrip && item.ref !== null && (
          <PaperLink address={paperAddress(`/bookings/${item.ref}/job-sheet`)}>Job sheet</PaperLink>
        )}
        {isTrip && can('drivers:write') && (
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => props.assign(item)}>
            Assign
          </Button>
        )}
      </div>
      {isTrip && can('drivers:write') && rows.length > 0 && (
        <fieldset className="diary-rows-to">
          <legend>Give it to</legend>
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
