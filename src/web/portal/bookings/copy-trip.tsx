import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { PortalForm } from '../form/form.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { LocalTime } from '../parts/moment.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'

/** A drawer that copies a trip of the office's own customer to another day. */
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
      showNotice(`Copied as ${data.ref}. Enter a price next.`)
      navigate(`/jobs/${data.ref}`)
    },
  })
  return (
    <PortalForm
      write={write}
      submit={() => departsAt !== null && void write.run({ departs_at: departsAt })}
      button="Copy booking"
    >
      <p>
        {booking.summary}. The original departed <LocalTime at={booking.departs_at} />. All times move with the new departure.
      </p>
      <MomentField
        path="departs_at"
        label="Departs"
        zone={booking.timezone}
        value={departsAt}
        onValue={setDepartsAt}
        isRequired
      />
    </PortalForm>
  )
}
