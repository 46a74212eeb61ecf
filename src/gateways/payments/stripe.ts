import type { CardPayments, ProviderAccount } from './payments.ts'
import { readAccount } from './stripe-account.ts'
import { giveUp, prepare, takeCharge } from './stripe-charges.ts'
import { openStripe, type StripeSettings } from './stripe-client.ts'
import { isTakenByStripe, leastOfStripe } from './stripe-currencies.ts'
import { disputesSince } from './stripe-disputes.ts'
import { madeSince } from './stripe-made.ts'
import { closePage, openStripePage, readStripePage } from './stripe-pages.ts'
import { forget, openPayer } from './stripe-payers.ts'
import { returnedOf, sendStripeRefund } from './stripe-refunds.ts'
import { wokenBy } from './stripe-webhook.ts'

/** Cards through Stripe, and what may be asked about the account behind the key. */
export type StripePayments = CardPayments & {
  /** Throws a `ProviderFault`: `refused` when the key is not taken or may not ask this, `silent` when no answer came in time. */
  readAccount(timeoutMs: number): Promise<ProviderAccount>
}

/**
 * Cards through Stripe's own pages, and from cards that it keeps. Loads the library, and asks nothing yet. What goes
 * wrong between Stripe and this server is thrown as a `ProviderFault`; none of what Stripe answers leaves this but what the types name.
 */
export async function stripePayments(settings: StripeSettings): Promise<StripePayments> {
  const access = await openStripe(settings)
  return {
    kind: 'cards',
    name: 'stripe',
    method: 'card',
    takesNames: false,
    isLive: access.isLive,
    takes: isTakenByStripe,
    least: leastOfStripe,
    // A card is typed on a page; there is none that a customer could name.
    saveMethod: async () => null,
    openPayer: (payer, known) => openPayer(access, payer, known),
    openPage: (page) => openStripePage(access, page),
    readPage: (ref) => readStripePage(access, ref),
    closePage: (ref, mark) => closePage(access, ref, mark),
    prepare: (charge) => prepare(access, charge),
    charge: (ref, charge) => takeCharge(access, ref, charge),
    giveUp: (ref, charge) => giveUp(access, ref, charge),
    refund: (refund) => sendStripeRefund(access, refund),
    returnedOf: (chargeRef) => returnedOf(access, chargeRef),
    forget: (method) => forget(access, method),
    disputesSince: (at) => disputesSince(access, at),
    madeSince: (at) => madeSince(access, at),
    wokenBy: (text, signature) => wokenBy(access, settings, text, signature),
    readAccount: (timeoutMs) => readAccount(access, timeoutMs),
  }
}
