import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import { Link } from 'wouter'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { Icon } from '../../office/parts/icon.tsx'
import { PhoneLink } from '../../office/parts/links.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { toWallTime } from '../../plain/moment.ts'
import { findItemEnd } from '../../plain/trip-end.ts'
import { useBooking } from '../duties/crew.ts'
import { findFreeFor } from '../jobs/free.ts'
import {
  type DiaryLine,
  findItemStart,
  findItemState,
  formatClashes,
  formatItemRoute,
  formatItemTitle,
  type Item,
  useFreeDuring,
} from './diary.ts'
import type { ItemHandles } from './handles.ts'

/** Greatest number of named free drivers. */
const named = 5

type Shown = {
  readonly item: Item
  readonly row: DiaryLine | null
  readonly handles: ItemHandles
  readonly close: () => void
  /** Removes a card under the pointer. */
  readonly hide: () => void
}

/**
 * The card of a diary item: its facts and actions. An open card takes the focus; a card under the pointer does not. The menu with
 * the rows replaces dragging.
 */
export function ItemCard({ isOpen, ...props }: Shown & { readonly isOpen: boolean }) {
  const { item, close } = props
  const { word, tone } = findItemState(item)
  return (
    <Popover opened position="bottom" width={344} trapFocus={isOpen} withRoles={false} closeOnEscape={false} onDismiss={close}>
      <Popover.Target>
        <span className="diary-anchor" />
      </Popover.Target>
      <Popover.Dropdown className="diary-pop" role="dialog" aria-label={formatItemTitle(item)}>
        <header>
          <h2>{formatItemRoute(item)}</h2>
          {item.what !== 'block' && <Badge tone={tone}>{word}</Badge>}
        </header>
        <Facts {...props} />
        {item.what === 'booking' && <Pickup item={item} />}
        {item.needs_driver && <FreeDrivers item={item} />}
        <Actions {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Facts({ item, row }: Shown) {
  const { customer_name: customer, customer_phone: phone, driver } = item
  const clashes = formatClashes(item, row)
  return (
    <FactTable
      facts={[
        ['Time', <LocalTime key="time" at={item.from} until={findItemEnd(item)} />],
        ['Customer', customer && <Caller key="customer" name={customer} phone={phone} />],
        ['Passengers', item.passenger_count],
        ['Report time', findItemStart(item) === item.from ? null : <Moment key="report" at={findItemStart(item)} />],
        ['Vehicle', item.vehicle_reg && <OfficePlate key="plate" registration={item.vehicle_reg} />],
        ['Driver', driver && <Caller key="driver" name={driver.name} phone={driver.phone} />],
        [
          'Clashes',
          clashes === '' ? null : (
            <span key="clashes" className="late">
              {clashes}
            </span>
          ),
        ],
      ]}
    />
  )
}

function Caller({ name, phone }: { readonly name: string; readonly phone: string | null }) {
  return (
    <>
      {name} {phone !== null && <PhoneLink phone={phone} name={name} />}
    </>
  )
}

/** The pick-up and the flight of a booking. */
function Pickup({ item }: { readonly item: Item }) {
  const { data } = useBooking(item.ref ?? '')
  if (data === undefined) return null
  const { pickup, flight } = data.data
  return (
    <FactTable
      facts={[
        ['Pick-up', [toWallTime(item.from), pickup.label, pickup.postcode].filter(Boolean).join(', ')],
        [
          'Flight',
          flight &&
            [
              flight.number,
              flight.scheduled_at &&
                `${flight.direction === 'arrival' ? 'arrives' : 'departs'} ${toWallTime(flight.scheduled_at)}`,
            ]
              .filter(Boolean)
              .join(', '),
        ],
      ]}
    />
  )
}

function FreeDrivers({ item }: { readonly item: Item }) {
  const { can } = useSession()
  const { data } = useFreeDuring(item, can('drivers:read'))
  if (data === undefined) return null
  const wanted = { ref: item.ref ?? '', departs_at: item.from, ends_at: item.to, passenger_count: 0 }
  const free = (findFreeFor(data.data, wanted, Number.POSITIVE_INFINITY)?.crew ?? []).map(({ name }) => name)
  const more = free.length > named ? ` and ${free.length - named} more` : ''
  return <FactTable facts={[['Free drivers', free.length === 0 ? 'None' : `${free.slice(0, named).join(', ')}${more}`]]} />
}

function Actions({ item, handles, close, hide }: Shown) {
  const { can } = useSession()
  const isOffline = useLostAt() !== null
  const isTrip = item.what === 'booking'
  const mayAssign = isTrip && can('drivers:write')
  const rows = mayAssign
    ? handles.rows.filter(({ id }) => id !== (handles.by === 'driver' ? item.driver?.id : item.vehicle_id))
    : []
  const phone = item.customer_phone
  if (item.ref === null) return null
  return (
    <div className="diary-doing">
      {mayAssign && (
        <Button
          size="xs"
          {...(!item.needs_driver && { variant: 'default' })}
          disabled={isOffline}
          data-autofocus
          onClick={() => {
            hide()
            handles.assign(item)
          }}
        >
          Assign driver
        </Button>
      )}
      <Button size="xs" variant="default" component={Link} href={`/${isTrip ? 'bookings' : 'jobs'}/${item.ref}`}>
        {isTrip ? 'Open booking' : 'Open job'}
      </Button>
      {phone !== null && (
        <Button size="xs" variant="default" component="a" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
          Call
        </Button>
      )}
      {isTrip && (
        <Menu position="bottom-end" withinPortal={false}>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="More actions">
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className="diary-rows-to">
            <Menu.Item component="a" href={buildPaperAddress(`/bookings/${item.ref}/job-sheet`)} target="_blank" rel="noopener">
              Job sheet (PDF)
            </Menu.Item>
            {rows.length > 0 && <Menu.Label>Assign to</Menu.Label>}
            {rows.map((row) => (
              <Menu.Item
                key={row.id}
                disabled={isOffline}
                onClick={() => {
                  close()
                  handles.give(item, row.id)
                }}
              >
                {row.registration ?? row.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
