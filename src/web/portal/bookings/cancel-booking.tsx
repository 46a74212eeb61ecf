import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { formatMoney } from '../../plain/money.ts'
import { listCrewQueryKeys, type PortalBooking } from '../duties/crew.ts'

const reasonForm = createForm<Records['ReasonInput']>(readLimits('ReasonInput'))

/** Confirms the cancellation of a booking, with its refund and its payout. */
export function CancelBooking({ booking, close }: { readonly booking: PortalBooking; readonly close: () => void }) {
  const draft = reasonForm.useDraft(`cancel-booking-${booking.ref}`, {})
  const write = useWrite({
    send: (body: Records['ReasonInput'], headers) =>
      api.POST('/portal/v1/bookings/{ref}/cancel', { params: { path: { ref: booking.ref } }, body, headers }),
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
      draft={draft}
      confirm={() => void write.run(draft.buildBody())}
    >
      <p>
        <strong>{booking.summary}</strong> for {booking.customer.name}.
      </p>
      <p>{describeConsequence(booking)}</p>
      <reasonForm.TextArea at="reason" label="Reason (the customer sees this)" least={3} />
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
