import type Stripe from 'stripe'
import { type CardName, testCards } from './cards.ts'
import { makeId, type StripeState, secondsOf } from './state.ts'

/** The first fields of every new object. */
export function commonFields<const Kind extends string>(state: StripeState, object: Kind, id: string) {
  return { id, object, created: secondsOf(state), livemode: state.isLive }
}

export function newStripeAccount(said: Partial<Stripe.Account>): Stripe.Account {
  return {
    id: makeId('acct_', 16),
    object: 'account',
    charges_enabled: true,
    country: 'GB',
    default_currency: 'gbp',
    details_submitted: true,
    email: 'office@example.org',
    payouts_enabled: true,
    type: 'standard',
    ...said,
  }
}

export type NewCustomer = {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  readonly description?: string
  readonly metadata: Stripe.Metadata
}

export function newCustomer(state: StripeState, said: NewCustomer): Stripe.Customer {
  const { email = null, name = null, phone = null, description = null, metadata } = said
  return {
    ...commonFields(state, 'customer', makeId('cus_', 14)),
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description,
    discount: null,
    email,
    invoice_prefix: makeId('', 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    metadata,
    name,
    next_invoice_sequence: 1,
    phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export function newMethod(state: StripeState, card: CardName, owner: Stripe.Customer | null): Stripe.PaymentMethod {
  const { brand, last4 } = testCards[card]
  return {
    ...commonFields(state, 'payment_method', makeId('pm_1')),
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: 'GB', line1: null, line2: null, postal_code: 'LS6 2AB', state: null },
      email: owner?.email ?? null,
      name: owner?.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' },
      country: 'GB',
      display_brand: brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: makeId('', 16),
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    customer: null,
    customer_account: null,
    metadata: {},
    type: 'card',
  }
}

export type NewIntent = {
  readonly amount: number
  readonly currency: string
  readonly customer: string | null
  readonly method: string | null
  /** Null if Stripe chooses the ways to pay. */
  readonly methodTypes: readonly string[] | null
  readonly description: string | null
  readonly metadata: Stripe.Metadata
  readonly keepsCard: boolean
}

export function newIntent(state: StripeState, said: NewIntent): Stripe.PaymentIntent {
  const id = makeId('pi_3')
  return {
    ...commonFields(state, 'payment_intent', id),
    allowed_payment_method_types: null,
    amount: said.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: said.methodTypes === null ? { allow_redirects: 'always', enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: makeId(`${id}_secret_`),
    confirmation_method: 'automatic',
    currency: said.currency,
    customer: said.customer,
    customer_account: null,
    description: said.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    managed_payments: null,
    metadata: said.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: said.method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: [...(said.methodTypes ?? ['card', 'klarna', 'link'])],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: said.keepsCard ? 'off_session' : null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: said.method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  }
}

export type NewSetup = {
  readonly customer: string | null
  readonly description: string | null
  readonly metadata: Stripe.Metadata
}

export function newSetup(state: StripeState, { customer, description, metadata }: NewSetup): Stripe.SetupIntent {
  const id = makeId('seti_1')
  return {
    ...commonFields(state, 'setup_intent', id),
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: makeId(`${id}_secret_`),
    customer,
    customer_account: null,
    description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    mandate: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

export type NewSession = Pick<
  Stripe.Checkout.Session,
  | 'mode'
  | 'expires_at'
  | 'success_url'
  | 'cancel_url'
  | 'client_reference_id'
  | 'locale'
  | 'metadata'
  | 'payment_method_types'
  | 'submit_type'
> & {
  readonly customer: Stripe.Customer | null
  readonly amount: number | null
  readonly currency: string | null
  readonly consent: string | null
  readonly setup: string | null
  /** Null if the page was opened without a choice about saved cards. */
  readonly offers: ('always' | 'limited' | 'unspecified')[] | null
}

export function newSession(state: StripeState, said: NewSession): Stripe.Checkout.Session {
  const { customer, amount, consent, setup, offers, ...rest } = said
  const id = makeId(`cs_${state.isLive ? 'live' : 'test'}_a1`, 56)
  const isPaid = rest.mode === 'payment'
  return {
    ...rest,
    ...commonFields(state, 'checkout.session', id),
    adaptive_pricing: isPaid ? { enabled: false } : null,
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: consent === null ? null : { message: consent },
      terms_of_service_acceptance: null,
    },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: null,
    customer_details: customer === null ? null : detailsOf(customer),
    customer_email: null,
    discounts: isPaid ? [] : null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_status: isPaid ? 'unpaid' : 'no_payment_required',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options:
      offers === null ? null : { allow_redisplay_filters: offers, payment_method_remove: 'disabled', payment_method_save: null },
    setup_intent: setup,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    total_details: isPaid ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
    ui_mode: 'hosted_page',
    url: `${state.origin}/c/pay/${id}#${makeId('fid', 32)}`,
    wallet_options: null,
  }
}

function detailsOf({ email, name = null }: Stripe.Customer): Stripe.Checkout.Session.CustomerDetails {
  const empty = {
    address: null,
    business_name: null,
    individual_name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  } as const
  return { ...empty, email, name }
}
