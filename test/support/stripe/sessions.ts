import type Stripe from 'stripe'
import { invalid, noSuch } from './errors.ts'
import { newSession, newSetup } from './objects.ts'
import { clockOf, type StripeState } from './state.ts'
import { checkAmount, checkMetadata, checkUrl } from './values.ts'

type LineItem = {
  readonly quantity?: number
  readonly price_data?: {
    readonly currency: string
    readonly unit_amount?: number
    readonly product_data?: { readonly name: string; readonly description?: string }
  }
}

type Redisplay = 'always' | 'limited' | 'unspecified'

export type SessionParams = {
  readonly mode?: 'payment' | 'setup' | 'subscription'
  readonly customer?: string
  readonly payment_method_types?: readonly string[]
  readonly client_reference_id?: string
  readonly success_url?: string
  readonly cancel_url?: string
  readonly expires_at?: number
  readonly locale?: Stripe.Checkout.Session.Locale
  readonly metadata?: Stripe.Metadata | ''
  readonly line_items?: readonly LineItem[]
  readonly submit_type?: Stripe.Checkout.Session.SubmitType
  readonly currency?: string
  readonly setup_intent_data?: { readonly metadata?: Stripe.Metadata; readonly description?: string }
  readonly payment_intent_data?: {
    readonly metadata?: Stripe.Metadata
    readonly description?: string
    readonly setup_future_usage?: 'off_session' | 'on_session'
  }
  readonly saved_payment_method_options?: { readonly allow_redisplay_filters?: readonly Redisplay[] }
  readonly custom_text?: { readonly submit?: { readonly message: string } | '' }
  readonly expand?: readonly string[]
}

/** The parameters of a session that the double uses. */
export const sessionReads = [
  'mode',
  'customer',
  'payment_method_types',
  'client_reference_id',
  'success_url',
  'cancel_url',
  'expires_at',
  'locale',
  'metadata',
  'line_items',
  'submit_type',
  'currency',
  'setup_intent_data',
  'payment_intent_data',
  'saved_payment_method_options',
  'custom_text',
] as const satisfies readonly (keyof SessionParams)[]

/** Parameters that are invalid for a page that saves a card, and for one that takes a payment. */
const unknownTo = {
  setup: ['line_items', 'submit_type', 'saved_payment_method_options', 'payment_intent_data'],
  payment: ['setup_intent_data'],
} as const

/** Opens a page, as its call does. */
export function openSession(state: StripeState, params: SessionParams): Stripe.Checkout.Session {
  const { mode, metadata, locale = null, custom_text, client_reference_id = null, submit_type = null } = params
  if (mode === undefined) throw invalid('Missing required param: mode.', { code: 'parameter_missing', param: 'mode' })
  if (mode !== 'setup' && mode !== 'payment') throw invalid(`This double has no pages for ${mode}.`, { param: 'mode' })
  const wrong = unknownTo[mode].find((name) => params[name] !== undefined)
  if (wrong !== undefined) throw invalid(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, { param: wrong })
  if (params.success_url === undefined) {
    throw invalid('Missing required param: success_url.', { code: 'parameter_missing', param: 'success_url' })
  }
  if (client_reference_id !== null && !/^[\w-]{1,200}$/.test(client_reference_id)) {
    throw invalid('Invalid client_reference_id', { param: 'client_reference_id' })
  }
  const customer = customerOf(state, params)
  const sum = mode === 'payment' ? sumOf(params.line_items ?? []) : null
  const data = mode === 'setup' ? params.setup_intent_data : params.payment_intent_data
  const described = { description: data?.description ?? null, metadata: checkMetadata(data?.metadata ?? {}) }
  const span = spanOf(state, params)
  const setup = mode === 'setup' ? newSetup(state, { ...described, customer: customer?.id ?? null }) : null
  if (setup !== null) state.setups.set(setup.id, setup)
  const session = newSession(state, {
    mode,
    customer,
    locale,
    client_reference_id,
    submit_type,
    success_url: checkUrl(params.success_url, 'success_url'),
    cancel_url: params.cancel_url === undefined ? null : checkUrl(params.cancel_url, 'cancel_url'),
    payment_method_types: methodTypesOf(params),
    metadata: checkMetadata(metadata || {}),
    expires_at: span.expiresAt,
    amount: sum?.amount ?? null,
    currency: sum?.currency ?? params.currency ?? null,
    consent: custom_text?.submit ? custom_text.submit.message : null,
    setup: setup?.id ?? null,
    offers: mode === 'payment' ? offersOf(params) : null,
  })
  state.sessions.set(session.id, session)
  state.pages.set(session.id, {
    lapsesAt: clockOf(state) + span.ms,
    payment: { ...described, keepsCard: params.payment_intent_data?.setup_future_usage === 'off_session' },
    offers: offersOf(params),
    title: sum?.title ?? 'Save a card',
    detail: sum?.detail ?? described.description,
    atBank: null,
  })
  return session
}

function customerOf(
  state: StripeState,
  { customer, saved_payment_method_options: saved }: SessionParams,
): Stripe.Customer | null {
  if (customer === undefined) {
    if (saved !== undefined) {
      const param = 'saved_payment_method_options'
      throw invalid(`You can only specify \`${param}\` with a \`customer\`.`, { param })
    }
    return null
  }
  const found = state.customers.get(customer)
  if (found === undefined) throw noSuch('customer', customer, 'customer', 400)
  return found
}

function offersOf({ saved_payment_method_options: saved }: SessionParams): Redisplay[] {
  return [...(saved?.allow_redisplay_filters ?? ['always' as const])]
}

function methodTypesOf({ payment_method_types: types, mode, currency }: SessionParams): string[] {
  if (types === undefined && mode === 'setup' && currency === undefined) {
    throw invalid('Missing required param: currency.', { code: 'parameter_missing', param: 'currency' })
  }
  return [...(types ?? ['card', 'klarna', 'link'])]
}

const halfHour = 1_800
const day = 86_400

/** The end of a page and the time that it stays open, by the double's clock. */
function spanOf(state: StripeState, { expires_at }: SessionParams): { readonly expiresAt: number; readonly ms: number } {
  const now = Math.floor(clockOf(state) / 1_000)
  const expiresAt = expires_at ?? now + day
  const seconds = expiresAt - now
  if (seconds < halfHour) {
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  if (seconds > day) {
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', {
      param: 'expires_at',
    })
  }
  return { expiresAt, ms: seconds * 1_000 }
}

type Sum = { readonly amount: number; readonly currency: string; readonly title: string; readonly detail: string | null }

function sumOf(items: readonly LineItem[]): Sum {
  const [first] = items
  if (first === undefined) {
    throw invalid('Missing required param: line_items.', { code: 'parameter_missing', param: 'line_items' })
  }
  const amounts = items.map(({ quantity, price_data }, nth) => {
    const at = `line_items[${nth}]`
    if (quantity === undefined) throw missing(`${at}[quantity]`)
    if (price_data === undefined) throw missing(`${at}[price_data]`)
    if (price_data.unit_amount === undefined) throw missing(`${at}[price_data][unit_amount]`)
    if (price_data.product_data === undefined) throw missing(`${at}[price_data][product_data]`)
    return quantity * price_data.unit_amount
  })
  const amount = amounts.reduce((sum, one) => sum + one, 0)
  const currency = first.price_data?.currency ?? ''
  if (items.some(({ price_data }) => price_data?.currency !== currency)) {
    throw invalid('All prices on a Checkout Session must be in the same currency.', { param: 'line_items' })
  }
  checkAmount(amount, currency, 'line_items')
  const { name = '', description = null } = first.price_data?.product_data ?? {}
  return { amount, currency, title: name, detail: description }
}

function missing(param: string) {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}
