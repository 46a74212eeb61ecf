import { useLocation } from 'wouter'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { LocalTime } from '../../office/parts/moment.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import type { PortalBooking } from '../duties/crew.ts'

const copyForm = createForm<Records['CopyInput']>(readLimits('CopyInput'))

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
  const draft = copyForm.useDraft(null, {})
  const write = useWrite({
    send: (body: Records['CopyInput'], headers) =>
      api.POST('/portal/v1/trips/{ref}/copy', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: [['jobs'], ['bookings']],
    onDone: ({ data }) => {
      close()
      showNotice(`Copied as ${data.ref}. Enter a price next.`)
      navigate(`/jobs/${data.ref}`)
    },
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Copy booking">
      <p>
        {booking.summary}. The original departed <LocalTime at={booking.departs_at} />. All times move with the new departure.
      </p>
      <copyForm.Moment at="departs_at" label="Departs" zone={booking.timezone} />
    </OfficeForm>
  )
}
