import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { Form } from '../form/form.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'

/** A drawer that copies the trip of an own customer to another day. */
export function CopyTrip(props: { readonly booking: PortalBooking; readonly isOpen: boolean; readonly close: () => void }) {
  const { booking, isOpen, close } = props
  return (
    <SideDrawer title={`Copy ${booking.ref}`} isOpen={isOpen} close={close}>
      {isOpen && <CopyForm booking={booking} close={close} />}
    </SideDrawer>
  )
}

function CopyForm({ booking, close }: { readonly booking: PortalBooking; readonly close: () => void }) {
  const [, navigate] = useLocation()
  const [departsAt, setDepartsAt] = useState<string | null>(null)
  const write = useWrite({
    send: (body: { departs_at: string }, headers) =>
      api.POST('/portal/v1/trips/{ref}/copy', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: [['jobs'], ['bookings']],
    onDone: ({ data }) => {
      close()
      say(`Copied as ${data.ref}; it waits for its price.`)
      navigate(`/jobs/${data.ref}`)
    },
  })
  return (
    <Form write={write} submit={() => departsAt !== null && void write.run({ departs_at: departsAt })} button="Copy">
      <p>
        {booking.summary}, as it was entered. It left <LocalTime at={booking.departs_at} />; everything in it moves with the new
        departure.
      </p>
      <MomentField
        path="departs_at"
        label="Departs"
        zone={booking.timezone}
        value={departsAt}
        onValue={setDepartsAt}
        isRequired
      />
    </Form>
  )
}
