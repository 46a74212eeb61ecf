import type { CardPayments, ProviderAccount } from './payments.ts'
import { readAccount } from './stripe-account.ts'
import { cancelStripeCharge, completeStripeCharge, prepareStripeCharge } from './stripe-charges.ts'
import { openStripe, type StripeSettings } from './stripe-client.ts'
import { findStripeMinimum, isStripeCurrency } from './stripe-currencies.ts'
import { listDisputesSince } from './stripe-disputes.ts'
import { listStripeCreatedSince } from './stripe-made.ts'
import { expireStripePage, openStripePage, readStripePage } from './stripe-pages.ts'
import { openStripePayer, removeStripeCard } from './stripe-payers.ts'
import { refundStripeCharge, sumReturned } from './stripe-refunds.ts'
import { readStripeWebhook } from './stripe-webhook.ts'

/** Card payments through Stripe, with the account of the key. */
export type StripePayments = CardPayments & {
  /** Throws a `ProviderFault`: `refused` if the key is invalid or lacks this right, `silent` without a response in time. */
  readAccount(timeoutMs: number): Promise<ProviderAccount>
}

/**
 * Card payments through Stripe's own pages, and saved cards. Loads the library, without a call. A failure between Stripe and
 * this server is thrown as a `ProviderFault`; only the typed members of Stripe's responses leave this module.
 */
export async function createStripePayments(settings: StripeSettings): Promise<StripePayments> {
  const access = await openStripe(settings)
  return {
    kind: 'cards',
    name: 'stripe',
    method: 'card',
    takesNames: false,
    isLive: access.isLive,
    takes: isStripeCurrency,
    least: findStripeMinimum,
    // A card is entered on a page; a customer cannot name one.
    saveMethod: async () => null,
    openPayer: (payer, known) => openStripePayer(access, payer, known),
    openPage: (page) => openStripePage(access, page),
    readPage: (ref) => readStripePage(access, ref),
    closePage: (ref, mark) => expireStripePage(access, ref, mark),
    prepare: (charge) => prepareStripeCharge(access, charge),
    charge: (ref, charge) => completeStripeCharge(access, ref, charge),
    cancelCharge: (ref, charge) => cancelStripeCharge(access, ref, charge),
    refund: (refund) => refundStripeCharge(access, refund),
    returnedOf: (chargeRef) => sumReturned(access, chargeRef),
    forget: (method) => removeStripeCard(access, method),
    disputesSince: (at) => listDisputesSince(access, at),
    listCreatedSince: (at) => listStripeCreatedSince(access, at),
    readWebhook: (text, signature) => readStripeWebhook(access, settings, text, signature),
    readAccount: (timeoutMs) => readAccount(access, timeoutMs),
  }
}
