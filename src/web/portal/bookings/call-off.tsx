import { spokenMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { crewKeys, type PortalBooking } from '../duties/crew.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Asks once before a booking is called off, with what goes back and what becomes of the payout. */
export function CallOff({ booking, close }: { readonly booking: PortalBooking; readonly close: () => void }) {
  const draft = useDraft(`call-off-${booking.ref}`, { reason: '' })
  const write = useWrite({
    send: (reason: string, headers) =>
      api.POST('/portal/v1/bookings/{ref}/cancel', { params: { path: { ref: booking.ref } }, body: { reason }, headers }),
    refreshes: [...crewKeys(booking.ref), ['money']],
    onDone: () => {
      draft.clear()
      close()
      say(`${booking.ref} is called off. The customer and the drivers are told.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Call off ${booking.ref}`}
      isOpen
      close={close}
      button="Call off"
      isDangerous
      typed={booking.ref}
      isBusy={write.isBusy}
      failure={write.failure}
      confirm={() => void write.run(draft.values.reason.trim())}
    >
      <p>
        <strong>{booking.summary}</strong> for {booking.customer.name}.
      </p>
      <p>{consequenceOf(booking)}</p>
      <TextAreaField
        path="reason"
        label="Why; the customer reads this"
        value={draft.values.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </ConfirmDialog>
  )
}

function consequenceOf({
  cancellation_preview: preview,
  paid_amount,
  currency_code,
  payout,
  payout_amount,
}: PortalBooking): string {
  const goesBack = preview?.refund_amount ?? paid_amount
  const back =
    goesBack > 0 ? `${spokenMoney(goesBack, currency_code)} goes back to the customer` : 'Nothing goes back to the customer'
  const kept = preview === null ? 0 : preview.payout_amount
  if (payout === null && kept === 0) return `${back}.`
  if (kept === 0) return `${back}, your payout of ${spokenMoney(payout_amount, currency_code)} is cancelled.`
  return `${back}, your payout becomes ${spokenMoney(kept, currency_code)}.`
}
