import { spokenMoney } from '../../plain/money.ts'
import { Facts } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import type { WholeBooking } from './typed-change.ts'

/** Facts about the money after a change: what it costs, and what is left to pay or goes back. */
export function MoneyAfter(props: {
  readonly booking: WholeBooking
  readonly departsAt: string | null
  readonly price: number
  readonly consent: 'ask' | 'given' | 'not_needed'
}) {
  const { booking, departsAt, price, consent } = props
  const dueAt = dueThen(booking, departsAt)
  const { currency_code: currency, due_amount: due, paid_amount: paid, price_amount: before } = booking
  const difference = price - before
  const rest = Math.max(0, due + difference)
  const back = Math.max(0, Math.min(paid, -(due + difference)))
  const said = (amount: number) => spokenMoney(amount, currency)
  return (
    <Facts
      facts={[
        ['Price', difference === 0 ? `${said(before)}, as before` : `${said(before)} → ${said(price)}`],
        ['Difference', difference === 0 ? null : `${difference > 0 ? '+' : ''}${said(difference)}`],
        ['New deposit', 'none'],
        [
          'Rest to pay',
          <span key="rest">
            <Money amount={rest} currency={currency} />
            {rest > 0 && dueAt !== null && (
              <span className="quiet">
                , due <Moment at={dueAt} />
              </span>
            )}
          </span>,
        ],
        ['Goes back to them', back === 0 ? null : said(back)],
        [
          'How it is paid',
          difference > 0 && due === 0 && consent === 'ask' && booking.terms === null
            ? 'Nothing else is due, so the difference is charged when they accept.'
            : null,
        ],
      ]}
    />
  )
}

/** The rest falls due so long before the trip as it did. */
function dueThen({ balance_due_at: due, departs_at }: WholeBooking, departsAt: string | null): string | null {
  if (due === null || departsAt === null) return due
  return new Date(Date.parse(due) + Date.parse(departsAt) - Date.parse(departs_at)).toISOString()
}
