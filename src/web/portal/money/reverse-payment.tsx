import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import type { BookedPayment } from '../../office/money-lists/money.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { formatMoney } from '../../plain/money.ts'

const reversalForm = createForm<Records['DeclineTripInput']>(readLimits('DeclineTripInput'))

/** Confirms the reversal of a recorded payment, with its effect in figures. */
export function ReversePayment({ payment, close }: { readonly payment: BookedPayment; readonly close: () => void }) {
  const draft = reversalForm.useDraft(null, {})
  const { ref, id } = payment
  const sum = formatMoney(payment.amount, payment.currency_code)
  const write = useWrite({
    send: (body: Records['DeclineTripInput'], headers) =>
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
      draft={draft}
      confirm={() => void write.run(draft.buildBody())}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        {sum} from {payment.customer_name} no longer counts as paid. The balance of <span className="ref">{ref}</span> rises by{' '}
        {sum}. The ledger keeps the payment as reversed.
      </p>
      <reversalForm.TextArea at="reason" label="Reason" help="For example: the cheque bounced." isFocused />
    </ConfirmDialog>
  )
}
