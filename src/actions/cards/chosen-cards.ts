import { type CardDecline, cardDeclineOf } from '../../domain/card-fault.ts'
import { isPaged, isPageOpen, isWithProvider } from '../../domain/card-page.ts'
import { hasPaid } from '../../domain/payment.ts'
import { lateUnreturned } from '../../domain/refund-status.ts'
import { invalid } from '../../domain/refusal.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import type { WorkerContext } from '../context.ts'
import { addressOfPage } from './card-pages.ts'
import { isUndecided } from './charges.ts'
import { isByClock, savedCardPayment } from './saved-cards.ts'

/**
 * A way for a customer to pay. `name` is a card under the name that the provider keeps it by, or the transfer under its
 * own. `page` is a page of the provider's.
 */
export type ChosenCard = { readonly by: 'name'; readonly method: string } | { readonly by: 'page' }

/** Reads a customer's word for a way to pay. Refuses `validation_failed` for one that no one knows here. */
export async function chosenCard({ payments }: Pick<WorkerContext, 'payments'>, said: string): Promise<ChosenCard> {
  if (payments.kind === 'transfer') {
    if (said !== payments.method) throw invalid(['paymentMethod'], 'unknown')
    return { by: 'name', method: said }
  }
  if (said === payments.method) return { by: 'page' }
  const method = await payments.saveMethod(said)
  if (method === null) throw invalid(['paymentMethod'], 'unknown')
  return { by: 'name', method }
}

/**
 * Reads a way to pay as `chosenCard` does, where it may be left open. That is a page where cards are typed on pages
 * alone. Null means the card that is kept, if there is one.
 */
export async function maybeChosenCard(context: Pick<WorkerContext, 'payments'>, said: string | null): Promise<ChosenCard | null> {
  if (said !== null) return chosenCard(context, said)
  return context.payments.kind === 'cards' && !context.payments.takesNames ? { by: 'page' } : null
}

/** A payment that its customer is to make on a page, or that is being made; `url` for them alone. */
export type ShownPage = Pick<
  PaymentRow,
  'kind' | 'quoteId' | 'quoteRevision' | 'status' | 'amount' | 'currencyCode' | 'pageExpiresAt'
> & {
  readonly url: string | null
}

/**
 * The payment of a trip that its customer is to make or waits for right now, one in doubt as well. Without one it is the
 * last that came too late and is being refunded. Null for none.
 */
export function pageOf(context: Pick<WorkerContext, 'secretBox'>, payments: readonly PaymentRow[]): ShownPage | null {
  const isAwaited = (one: PaymentRow) => isPageOpen(one) || isWithProvider(one) || isUndecided(one)
  const open = payments.find(isAwaited) ?? lateUnreturned(payments).at(-1)
  if (open === undefined) return null
  const { kind, quoteId, quoteRevision, status, amount, currencyCode, pageExpiresAt } = open
  return {
    ...{ kind, quoteId, quoteRevision },
    status,
    amount,
    currencyCode,
    pageExpiresAt: isPaged(open) ? pageExpiresAt : null,
    url: addressOfPage(context, open),
  }
}

/** A card that is kept, by its brand and last four digits. */
export type SavedCard = { readonly brand: string; readonly last4: string }

/** Brand and last four digits of the card that is kept for a booking; null where none is, or nothing is known of it. */
export function savedCardShown(context: Pick<WorkerContext, 'payments'>, payments: readonly PaymentRow[]): SavedCard | null {
  const kept = savedCardPayment(context, payments)
  // What was charged to a card that was left with a request knows no more of it than its name.
  const typed = kept && payments.find(({ method, cardLast4 }) => method === kept.method && cardLast4 !== null)
  return typed?.cardLast4 == null ? null : { brand: typed.cardBrand ?? 'card', last4: typed.cardLast4 }
}

/** Reason why the deposit of a request was not paid, as its customer is told; null where no card has failed. */
export function requestDecline({ quoteId }: Pick<PaymentRow, 'quoteId'>, payments: readonly PaymentRow[]): CardDecline | null {
  const tries = payments.filter((one) => one.quoteId === quoteId && one.kind === 'deposit')
  return tries.map(cardDeclineOf).findLast((reason) => reason !== null) ?? null
}

/**
 * Reason why the saved card did not pay for a booking when it was last charged by itself. Null once something was paid
 * since, or nothing is due.
 */
export function balanceDecline(
  { quoteId, dueAmount }: Pick<BookingRow, 'quoteId' | 'dueAmount'>,
  payments: readonly PaymentRow[],
): CardDecline | null {
  if (dueAmount === 0) return null
  const tries = payments.filter((one) => one.quoteId === quoteId && one.kind !== 'refund')
  const last = tries.findLast((one) => hasPaid(one) || (isByClock(one) && one.status === 'declined'))
  return last === undefined ? null : cardDeclineOf(last)
}
