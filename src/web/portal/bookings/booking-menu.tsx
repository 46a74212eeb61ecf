import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { asMe } from '../../office/api/address.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { buildPaperAddress } from '../../office/parts/paper-link.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { isTripOver } from '../../plain/booking-primary.ts'
import { listDutiesWithSheets, type PortalBooking } from '../duties/crew.ts'
import { CancelBooking } from './cancel-booking.tsx'
import { CopyTrip } from './copy-trip.tsx'
import { CustomerLinkDrawer } from './customer-link.tsx'

const defaults = { print: '' }

type Opened = 'copy' | 'link' | 'off' | null

/** A menu of the other actions of a booking. */
export function BookingMenu(props: {
  readonly booking: PortalBooking
  readonly amend: (() => void) | null
  readonly report: (() => void) | null
}) {
  const { booking, amend, report } = props
  const { can } = useSession()
  const [, setUrl] = useUrlState(defaults)
  const [opened, setOpened] = useState<Opened>(null)
  const isOffline = useLostAt() !== null
  const isOff = booking.status === 'cancelled'
  const mayChange = can('quotes:write')
  const close = () => setOpened(null)
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" size="sm" rightSection={<Icon name="down" />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {amend !== null && (
            <Menu.Item disabled={isOffline} onClick={amend}>
              Change booking
            </Menu.Item>
          )}
          {report !== null && (
            <Menu.Item disabled={isOffline} onClick={report}>
              Report step
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item disabled={isOffline} onClick={() => setOpened('link')}>
              Customer link
            </Menu.Item>
          )}
          {mayChange && booking.terms !== null && (
            <Menu.Item disabled={isOffline} onClick={() => setOpened('copy')}>
              Copy booking
            </Menu.Item>
          )}
          <Menu.Item component="a" href={buildPaperAddress(`/bookings/${booking.ref}/job-sheet`)} target="_blank" rel="noopener">
            {listDutiesWithSheets(booking).length > 1 ? 'Job sheets (PDF)' : 'Job sheet (PDF)'}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={buildPaperAddress(`/bookings/${booking.ref}/confirmation`)}
            target="_blank"
            rel="noopener"
          >
            Confirmation (PDF)
          </Menu.Item>
          <Menu.Item component="a" href={`${asMe}/portal/v1/bookings/${booking.ref}/trip.ics`} download>
            Calendar file (ICS)
          </Menu.Item>
          <Menu.Item onClick={() => setUrl({ print: '1' })}>Print page</Menu.Item>
          {mayChange && !isOff && !isTripOver(booking) && (
            <>
              <Menu.Divider />
              <Menu.Item disabled={isOffline} onClick={() => setOpened('off')}>
                Cancel booking
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <CustomerLinkDrawer trip={booking} isOpen={opened === 'link'} close={close} />
      <CopyTrip booking={booking} isOpen={opened === 'copy'} close={close} />
      {opened === 'off' && <CancelBooking booking={booking} close={close} />}
    </>
  )
}
