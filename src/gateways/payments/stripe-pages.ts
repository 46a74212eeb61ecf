import type { Stripe } from 'stripe'
import type { KeptCard } from '../../domain/payment.ts'
import { type OpenedPage, type PageState, type PaymentMark, type PaymentPage, ProviderFault } from './payments.ts'
import { attemptWithNewKeys, buildCallKey, buildMetadata, type StripeAccess, throwUnlessRejected } from './stripe-client.ts'
import { type Attempted, isResourceMissing, toProviderFault, undecidedFault } from './stripe-faults.ts'

const cards: Stripe.Checkout.SessionCreateParams.PaymentMethodType[] = ['card']

/**
 * Opens a page for a card. If this machine's clock is so wrong that Stripe rejects the end of the page, the same duration by
 * Stripe's clock is used. Throws if its address is unsafe for a customer.
 */
export async function openStripePage(access: StripeAccess, page: PaymentPage): Promise<OpenedPage> {
  const key = buildCallKey(page, 'page')
  const first = await createSession(access, page, key)
  const byItsClock = () => ({ ...page, expiresAt: page.expiresAt - access.clockAheadMs() })
  const { answer: session, fault } =
    first.fault?.param === 'expires_at' ? await createSession(access, byItsClock(), `${key}-by-its-clock`) : first
  if (fault !== null) throw toProviderFault(fault)
  if (typeof session.id !== 'string' || typeof session.expires_at !== 'number') throw undecidedFault('no_id')
  return { ref: session.id, url: readPageUrl(session.url, access.ownOrigin), expiresAt: session.expires_at * 1_000 }
}

async function createSession(
  access: StripeAccess,
  page: PaymentPage,
  idempotencyKey: string,
): Promise<Attempted<Stripe.Checkout.Session>> {
  const metadata = buildMetadata(page, access.serverId)
  const whole = {
    customer: page.payer,
    payment_method_types: cards,
    client_reference_id: page.tripRef,
    success_url: page.backUrl,
    cancel_url: page.backUrl,
    expires_at: Math.floor(page.expiresAt / 1_000),
    locale: 'auto',
    metadata,
    ...(page.consent !== null && { custom_text: { submit: { message: page.consent } } }),
  } satisfies Stripe.Checkout.SessionCreateParams
  const params = page.purpose === 'save_card' ? buildSetupParams(page, metadata) : buildPaymentParams(page, metadata)
  return access.attempt(() => access.api.checkout.sessions.create({ ...whole, ...params }, { idempotencyKey }))
}

type PageMetadata = ReturnType<typeof buildMetadata>

function buildSetupParams({ summary }: PaymentPage, metadata: PageMetadata): Stripe.Checkout.SessionCreateParams {
  return { mode: 'setup', setup_intent_data: { metadata, description: summary } }
}

function buildPaymentParams(page: PaymentPage, metadata: PageMetadata): Stripe.Checkout.SessionCreateParams {
  const { summary, title, amount, currencyCode, consent } = page
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currencyCode.toLowerCase(),
          unit_amount: amount,
          product_data: { name: title, description: summary },
        },
      },
    ],
    // The customer consents to later charges of the card.
    payment_intent_data: { description: summary, metadata, ...(consent !== null && { setup_future_usage: 'off_session' }) },
    saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
  }
}

/** The address of a page for a customer: HTTPS only, or the address of a test double of Stripe. */
function readPageUrl(url: unknown, ownOrigin: string | null): string {
  const read = typeof url === 'string' ? URL.parse(url) : null
  if (read === null || (read.protocol !== 'https:' && read.origin !== ownOrigin)) {
    throw new ProviderFault('rejected', { code: 'page_url' })
  }
  return read.href
}

/** Reads the state of a page. Throws for an unknown page, because it may be another account's, and paid there. */
export async function readStripePage(access: StripeAccess, ref: string): Promise<PageState> {
  const expand = ['setup_intent.payment_method', 'payment_intent.payment_method']
  const { answer, fault } = await access.attempt(() => access.api.checkout.sessions.retrieve(ref, { expand }))
  if (fault !== null && isResourceMissing(fault)) throw undecidedFault('no_page')
  if (fault !== null) throw toProviderFault(fault)
  return toPageState(answer)
}

/** Closes a page, or returns the state of a page that can no longer be closed. */
export async function expireStripePage(
  access: StripeAccess,
  ref: string,
  mark: Pick<PaymentMark, 'key' | 'attempt'>,
): Promise<PageState> {
  const { answer, fault } = await attemptWithNewKeys(access, buildCallKey(mark, 'expire'), (options) =>
    access.api.checkout.sessions.expire(ref, {}, options),
  )
  if (answer?.status === 'expired') return { status: 'expired' }
  if (fault !== null) throwUnlessRejected(fault)
  const state = await readStripePage(access, ref)
  if (state.status === 'open') throw undecidedFault('still_open')
  return state
}

function toPageState(session: Stripe.Checkout.Session): PageState {
  switch (session.status) {
    case 'open':
      return { status: 'open' }
    case 'expired':
      return { status: 'expired' }
    case 'complete':
      return session.mode === 'setup' ? toSavedState(session) : toPaidState(session)
    default:
      throw undecidedFault('unknown_status')
  }
}

function toSavedState({ setup_intent }: Stripe.Checkout.Session): PageState {
  const intent = typeof setup_intent === 'object' ? setup_intent : null
  const card = toKeptCard(intent?.payment_method)
  if (intent?.status !== 'succeeded' || card === null) throw undecidedFault('no_card')
  return { status: 'saved', card }
}

/** The state of a paid page. A page counts as paid if it is complete and paid, and its charge confirms that. */
function toPaidState({ payment_status, payment_intent }: Stripe.Checkout.Session): PageState {
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  const card = toKeptCard(intent?.payment_method)
  if (payment_status !== 'paid' || intent?.status !== 'succeeded' || card === null) throw undecidedFault('unpaid')
  const { id, amount_received: amount, currency } = intent
  if (typeof amount !== 'number' || typeof currency !== 'string') throw undecidedFault('no_amount')
  return { status: 'paid', ref: id, amount, currencyCode: currency.toUpperCase(), card }
}

/** The part of a card that may be shown and stored; a wallet's card counts too. */
function toKeptCard(method: string | Stripe.PaymentMethod | null | undefined): KeptCard | null {
  if (method === null || method === undefined) return null
  if (typeof method === 'string') return { method, brand: null, last4: null, expires: null }
  const { id, card } = method
  return {
    method: id,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expires: card === undefined ? null : `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`,
  }
}
