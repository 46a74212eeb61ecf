import { useState } from 'react'
import { formatMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextAreaField } from '../form/fields.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { BookedPayment } from './money.ts'

/** Confirms the reversal of a recorded payment, with its effect in figures. */
export function ReversePayment({ payment, close }: { readonly payment: BookedPayment; readonly close: () => void }) {
  const [reason, setReason] = useState('')
  const { ref, id } = payment
  const sum = formatMoney(payment.amount, payment.currency_code)
  const write = useWrite({
    send: (body: { reason: string }, headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments/{id}/reverse', { params: { path: { ref, id } }, body, headers }),
    refreshes: [['money'], ['bookings', ref], ['bookings']],
    onDone: () => {
      close()
      showNotice(`${sum} for ${ref} reversed.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Reverse ${sum}?`}
      isOpen
      close={close}
      button={`Reverse ${sum}`}
      isDangerous
      confirm={() => void write.run({ reason: reason.trim() })}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {sum} from {payment.customer_name} no longer counts as paid. The balance of <span className="ref">{ref}</span> rises by{' '}
        {sum}. The ledger keeps the payment as reversed.
      </p>
      <TextAreaField
        path="reason"
        label="Reason"
        value={reason}
        onValue={setReason}
        help="For example: the cheque bounced."
        isRequired
        least={3}
        most={300}
        isFocused
      />
    </ConfirmDialog>
  )
}
