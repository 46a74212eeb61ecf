import { isPageOpen } from '../../domain/card-page.ts'
import { findOpenPayments } from '../../storage/queries/payments.ts'
import type { Writer } from '../../storage/storage.ts'

/**
 * Signals that an open page of the provider blocks an action, because the customer may be paying on it. Only the provider knows
 * whether they paid in time. Its catcher releases all locks, closes the page and begins again.
 */
export class PageInTheWay extends Error {
  constructor(readonly paymentId: number) {
    super('The customer is paying for this quote.')
  }
}

/** Throws `PageInTheWay` while the customer of a trip can pay on a page. */
export async function requireNoOpenPage(tx: Writer, tripId: number): Promise<void> {
  const page = (await findOpenPayments(tx, tripId)).find(isPageOpen)
  if (page !== undefined) throw new PageInTheWay(page.id)
}
