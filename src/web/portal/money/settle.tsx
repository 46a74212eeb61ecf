import { api, type Records, type Sent } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FactTable } from '../../office/parts/facts.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { formatMoney } from '../../plain/money.ts'
import { formatWord } from '../../plain/words.ts'
import type { NotedPayment } from './trip-money.ts'
import { TripRef } from './trip-ref.tsx'

/** The facts of a payment that the office marks as received or refunded. */
export type SettledMoney = Pick<NotedPayment, 'id' | 'ref' | 'booking_ref' | 'kind' | 'method' | 'amount' | 'currency_code'> & {
  /** Only for a booking. */
  readonly customer_name?: string
}

/** A drawer that marks an unconfirmed payment as received, or a refund as sent. */
export function SettleDrawer({ payment, close }: { readonly payment: SettledMoney | null; readonly close: () => void }) {
  const title = payment?.kind === 'refund' ? 'Mark as refunded' : 'Mark as received'
  return (
    <SideDrawer title={title} isOpen={payment !== null} close={close}>
      {payment !== null && <Settle key={payment.id} payment={payment} close={close} />}
    </SideDrawer>
  )
}

const settleForm = createForm<Records['SentInput']>(readLimits('SentInput'))

function Settle({ payment, close }: { readonly payment: SettledMoney; readonly close: () => void }) {
  const draft = settleForm.useDraft(null, {})
  const { id, ref, booking_ref, kind, method, amount, currency_code, customer_name } = payment
  const sum = formatMoney(amount, currency_code)
  const isRefund = kind === 'refund'
  const write = useWrite({
    send: (body: Records['SentInput'], headers): Sent<unknown> =>
      isRefund && booking_ref !== null
        ? api.POST('/portal/v1/bookings/{ref}/payments/{id}/sent', { params: { path: { ref: booking_ref, id } }, body, headers })
        : api.POST('/portal/v1/payments/{id}/settled-by-hand', { params: { path: { id } }, body, headers }),
    refreshes: [['money'], ['bookings'], ['jobs'], ['diary']],
    onDone: () => {
      close()
      showNotice(
        isRefund ? `${sum} refunded to ${customer_name ?? `the customer of ${ref}`}.` : `${sum} for ${ref} marked as received.`,
      )
    },
  })
  return (
    <>
      <FactTable
        facts={[
          ['Trip', <TripRef key="trip" payment={payment} />],
          ['Customer', customer_name],
          ['For', isRefund ? null : formatWord(kind)],
          // A failed card refund is paid by another method.
          ['Method', isRefund && method === 'card' ? null : formatWord(method)],
          ['Amount', sum],
        ]}
      />
      <OfficeForm
        write={write}
        draft={draft}
        submit={() => void write.run(draft.buildBody())}
        button={isRefund ? `Mark ${sum} as refunded` : `Mark ${sum} as received`}
      >
        {kind === 'deposit' && <p>This books the trip and notifies the customer.</p>}
        <settleForm.Text at="reference" label="Reference" help="From your statement (optional)." />
      </OfficeForm>
    </>
  )
}
