import { formatMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { listCrewQueryKeys, type PortalBooking } from '../duties/crew.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField } from '../form/fields.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'

/** Confirms the cancellation of a booking, with its refund and its payout. */
export function CancelBooking({ booking, close }: { readonly booking: PortalBooking; readonly close: () => void }) {
  const draft = useDraft(`cancel-booking-${booking.ref}`, { reason: '' })
  const write = useWrite({
    send: (reason: string, headers) =>
      api.POST('/portal/v1/bookings/{ref}/cancel', { params: { path: { ref: booking.ref } }, body: { reason }, headers }),
    refreshes: [...listCrewQueryKeys(booking.ref), ['money']],
    onDone: () => {
      draft.clear()
      close()
      showNotice(`${booking.ref} cancelled. The customer and the drivers are notified.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Cancel booking ${booking.ref}?`}
      isOpen
      close={close}
      button="Cancel booking"
      isDangerous
      typed={booking.ref}
      isBusy={write.isBusy}
      failure={write.failure}
      confirm={() => void write.run(draft.values.reason.trim())}
    >
      <p>
        <strong>{booking.summary}</strong> for {booking.customer.name}.
      </p>
      <p>{describeConsequence(booking)}</p>
      <TextAreaField
        path="reason"
        label="Reason (the customer sees this)"
        value={draft.values.reason}
        onValue={(reason) => draft.set({ reason })}
        isRequired
        least={3}
        most={500}
      />
    </ConfirmDialog>
  )
}

function describeConsequence({
  cancellation_preview: preview,
  paid_amount,
  currency_code,
  payout,
  payout_amount,
}: PortalBooking): string {
  const refund = preview?.refund_amount ?? paid_amount
  const refunded =
    refund > 0 ? `${formatMoney(refund, currency_code)} will be refunded to the customer.` : 'The customer gets no refund.'
  const kept = preview === null ? 0 : preview.payout_amount
  if (payout === null && kept === 0) return refunded
  if (kept === 0) return `${refunded} Your payout of ${formatMoney(payout_amount, currency_code)} will be cancelled.`
  return `${refunded} Your new payout will be ${formatMoney(kept, currency_code)}.`
}
