import { type CardDecline, findCardDecline } from '../../domain/card-fault.ts'
import { isPaged, isPageOpen, isWaitingForProvider } from '../../domain/card-page.ts'
import { hasPaid } from '../../domain/payment.ts'
import { listLateUnreturned } from '../../domain/refund-status.ts'
import { invalid } from '../../domain/refusal.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import type { PaymentRow } from '../../storage/queries/payments.ts'
import { isUndecided } from '../cards/charges.ts'
import { findSavedCardPayment, isAutomaticCharge } from '../cards/saved-cards.ts'
import type { WorkerContext } from '../context.ts'
import { findPageAddress } from './card-pages.ts'

/**
 * A customer's way to pay. `name` is the provider's name for a card, or the name of the transfer. `page` is a page of the
 * provider.
 */
export type ChosenCard = { readonly by: 'name'; readonly method: string } | { readonly by: 'page' }

/** Reads a customer's choice of a way to pay. Refuses `validation_failed` for an unknown one. */
export async function findChosenCard({ payments }: Pick<WorkerContext, 'payments'>, said: string): Promise<ChosenCard> {
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
 * Reads an optional way to pay as `findChosenCard` does. The default is a page if cards are entered on pages only, otherwise null.
 * Null means the saved card, if there is one.
 */
export async function findOptionalCard(
  context: Pick<WorkerContext, 'payments'>,
  said: string | null,
): Promise<ChosenCard | null> {
  if (said !== null) return findChosenCard(context, said)
  return context.payments.kind === 'cards' && !context.payments.takesNames ? { by: 'page' } : null
}

/** A payment that its customer makes on a page, now or next. `url` is for the customer alone. */
export type ShownPage = Pick<
  PaymentRow,
  'kind' | 'quoteId' | 'quoteRevision' | 'status' | 'amount' | 'currencyCode' | 'pageExpiresAt'
> & {
  readonly url: string | null
}

/**
 * The payment that the customer of a trip can make or waits for, including one in doubt. Otherwise it is the last late payment
 * whose refund is due. Null for none.
 */
export function findShownPage(context: Pick<WorkerContext, 'secretBox'>, payments: readonly PaymentRow[]): ShownPage | null {
  const isAwaited = (one: PaymentRow) => isPageOpen(one) || isWaitingForProvider(one) || isUndecided(one)
  const open = payments.find(isAwaited) ?? listLateUnreturned(payments).at(-1)
  if (open === undefined) return null
  const { kind, quoteId, quoteRevision, status, amount, currencyCode, pageExpiresAt } = open
  return {
    ...{ kind, quoteId, quoteRevision },
    status,
    amount,
    currencyCode,
    pageExpiresAt: isPaged(open) ? pageExpiresAt : null,
    url: findPageAddress(context, open),
  }
}

/** A saved card, by its brand and last four digits. */
export type SavedCard = { readonly brand: string; readonly last4: string }

/** Brand and last four digits of the saved card of a booking; null without one, and if neither is known. */
export function findShownCard(context: Pick<WorkerContext, 'payments'>, payments: readonly PaymentRow[]): SavedCard | null {
  const kept = findSavedCardPayment(context, payments)
  // A charge to a card that was saved with a request stores only the card's name.
  const typed = kept && payments.find(({ method, cardLast4 }) => method === kept.method && cardLast4 !== null)
  return typed?.cardLast4 == null ? null : { brand: typed.cardBrand ?? 'card', last4: typed.cardLast4 }
}

/** Reason why the deposit of a request was not paid, as its customer sees it; null if no card has failed. */
export function findRequestDecline(
  { quoteId }: Pick<PaymentRow, 'quoteId'>,
  payments: readonly PaymentRow[],
): CardDecline | null {
  const tries = payments.filter((one) => one.quoteId === quoteId && one.kind === 'deposit')
  return tries.map(findCardDecline).findLast((reason) => reason !== null) ?? null
}

/**
 * Reason why the last automatic charge to the saved card of a booking failed. Null after a later payment, and if nothing is due.
 */
export function findBalanceDecline(
  { quoteId, dueAmount }: Pick<BookingRow, 'quoteId' | 'dueAmount'>,
  payments: readonly PaymentRow[],
): CardDecline | null {
  if (dueAmount === 0) return null
  const tries = payments.filter((one) => one.quoteId === quoteId && one.kind !== 'refund')
  const last = tries.findLast((one) => hasPaid(one) || (isAutomaticCharge(one) && one.status === 'declined'))
  return last === undefined ? null : findCardDecline(last)
}
