import { toFailure } from '../../office/api/failure.ts'
import type { Records } from '../../office/api/records.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { formatMoney } from '../../plain/money.ts'
import type { WholeBooking } from './changes.ts'
import { useAmendmentPreview } from './preview.ts'

type MoneyLeft = Pick<Records['AmendmentPreview'], 'due_amount' | 'balance_due_at' | 'balance_status' | 'refund_amount'>

/** The money after a change: the entered price, and the balance and refund from the server. */
export function MoneyAfter(props: {
  readonly booking: WholeBooking
  readonly price: number
  /** The request body of the change. Null if the change does not affect the balance. */
  readonly change: Records['AmendmentPreviewInput'] | null
  /** False if the server would refuse the change as entered. */
  readonly isFitting: boolean
  readonly consent: 'ask' | 'given' | 'not_needed'
}) {
  const { booking, price, change, isFitting, consent } = props
  const { data, error } = useAmendmentPreview(booking.ref, isFitting ? change : null)
  const { due_amount: due, price_amount: before, currency_code: currency } = booking
  const left: MoneyLeft | undefined = change === null ? { ...booking, refund_amount: 0 } : data
  const difference = price - before
  const said = (amount: number) => formatMoney(amount, currency)
  return (
    <>
      <FactTable
        facts={[
          ['Price', difference === 0 ? `${said(before)}, unchanged` : `${said(before)} → ${said(price)}`],
          ['Difference', difference === 0 ? null : `${difference > 0 ? '+' : ''}${said(difference)}`],
          ['New deposit', 'none'],
          ['Balance due', left === undefined ? null : <Balance key="balance" left={left} currency={currency} />],
          ['Refund', left === undefined || left.refund_amount === 0 ? null : said(left.refund_amount)],
          [
            'Payment',
            difference > 0 && due === 0 && consent === 'ask' && booking.terms === null
              ? 'The difference is charged when the customer accepts.'
              : null,
          ],
        ]}
      />
      {error !== null && isFitting && change !== null && <p role="status">{describeFailedCall(toFailure(error)).says}</p>}
    </>
  )
}

function Balance({ left, currency }: { readonly left: MoneyLeft; readonly currency: string }) {
  const { due_amount: amount, balance_due_at: dueAt, balance_status: status } = left
  return (
    <>
      <Money amount={amount} currency={currency} />
      {amount > 0 && dueAt !== null && (
        <span className="quiet">, due {status === 'not_due' ? <Moment at={dueAt} /> : 'now'}</span>
      )}
    </>
  )
}
