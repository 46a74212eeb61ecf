import { useState } from 'react'
import { spokenMoney } from '../../plain/money.ts'
import { api } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { TextAreaField } from '../form/fields.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import type { BookedPayment } from './money.ts'

/** Asks once, with the consequence in figures, before a payment that somebody recorded is taken out of the sums. */
export function ReversePayment({ payment, close }: { readonly payment: BookedPayment; readonly close: () => void }) {
  const [reason, setReason] = useState('')
  const { ref, id } = payment
  const sum = spokenMoney(payment.amount, payment.currency_code)
  const write = useWrite({
    send: (body: { reason: string }, headers) =>
      api.POST('/portal/v1/bookings/{ref}/payments/{id}/reverse', { params: { path: { ref, id } }, body, headers }),
    refreshes: [['money'], ['bookings', ref], ['bookings']],
    onDone: () => {
      close()
      say(`${sum} for ${ref} is reversed.`)
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
        {sum} of {payment.customer_name} no longer counts as paid, and <span className="ref">{ref}</span> owes it again. The line
        stays in the books as reversed.
      </p>
      <TextAreaField
        path="reason"
        label="Why"
        value={reason}
        onValue={setReason}
        help="Such as: the cheque bounced."
        isRequired
        least={3}
        most={300}
        isFocused
      />
    </ConfirmDialog>
  )
}
