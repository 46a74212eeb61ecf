import { isPageOpen } from '../../domain/card-page.ts'
import { toSpokenAmount } from '../../domain/money.ts'
import { composePaymentPage } from '../../gateways/notices/customer-words.ts'
import type { NoticeWords } from '../../gateways/notices/letter.ts'
import { findOperator } from '../../storage/queries/operators.ts'
import { findPayment } from '../../storage/queries/payments.ts'
import { findQuote } from '../../storage/queries/quotes.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { findPageHoldEnd } from '../payments/card-page-ends.ts'
import { buildTripFacts, formatMoneyDeadline, type TripNews } from './quote-notices.ts'

/** The notice with the address of the open page for an amount due; null once the page has closed. */
export async function composePaymentPageNotice(
  db: Reader,
  { wallClock }: Pick<WorkerContext, 'wallClock'>,
  { trip, subjectId, now }: TripNews,
): Promise<NoticeWords | null> {
  const payment = subjectId === null ? null : await findPayment(db, subjectId)
  if (payment === null || !isPageOpen(payment)) return null
  const quote = await findQuote(db, payment.quoteId)
  const operator = quote === null ? null : await findOperator(db, quote.operatorId)
  const ends = now + (payment.pageExpiresAt ?? 0) - wallClock()
  const until = Math.min(ends, (await findPageHoldEnd(db, payment)) ?? ends)
  return composePaymentPage({
    ...buildTripFacts(trip, now),
    operator: operator?.name ?? '',
    amount: toSpokenAmount(payment.amount, payment.currencyCode),
    isDeposit: payment.kind === 'deposit',
    until: formatMoneyDeadline(until, operator, trip, now),
  })
}
