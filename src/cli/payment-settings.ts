import type { Config, Examine } from '../config.ts'
import { isStripeCurrency } from '../gateways/payments/stripe-currencies.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import type { PaymentsInspection, UnsettledPayment } from '../storage/inspect-payments.ts'

const mostNamed = 5

/** The payment settings of a configuration. */
type PayingConfig = Pick<Config, 'payments' | 'stripeKey'>

/** Faults of payment settings that are valid one by one, a sentence each. Asks and creates nothing. */
export const listPaymentSettingFaults: Examine = (config) => {
  // A missing key is incomplete rather than wrong, and has its own exit code.
  if (config.payments !== 'stripe' || config.stripeKey === null) return []
  return [...listConnectionFaults(config), ...listReturnUrlFaults(config)]
}

function listConnectionFaults({ stripeUrl, stripeKey }: Config): string[] {
  // A refused value is absent and already reported.
  if (!stripeUrl || stripeUrl.startsWith('https://')) return []
  if (isThisMachine(new URL(stripeUrl).hostname) && isTestKey(stripeKey)) return []
  return [
    `CHARABANC_STRIPE_URL: ${stripeUrl} does not begin with https://, so the key is not protected. Unset it. http:// is only for tests on this machine with a test key.`,
  ]
}

function listReturnUrlFaults(config: Config): string[] {
  const { stripeReturnUrl, baseUrl, stripeKey, tlsCert } = config
  const back = stripeReturnUrl ?? baseUrl
  const isSafe = back === null ? tlsCert !== null : back.startsWith('https://')
  if (isSafe || isTestKey(stripeKey)) return []
  const standing = back === null ? 'none is set' : `${back} does not`
  return [
    `A live key requires a return address that begins with https://, and ${standing}. Set CHARABANC_BASE_URL, or CHARABANC_STRIPE_RETURN_URL to your own page.`,
  ]
}

/** Reasons against these settings for the existing database, a sentence each. */
export function listStripeSettingFaults(
  config: PayingConfig,
  { account, operators, unsettled }: Pick<PaymentsInspection, 'account' | 'operators' | 'unsettled'>,
): string[] {
  const faults = describeChangedProviders(config, unsettled)
  if (config.payments !== 'stripe') return faults
  const foreign = operators.filter(({ currencyCode }) => !isStripeCurrency(currencyCode))
  const isOther = account !== null && config.stripeKey !== null && account.isLive === isTestKey(config.stripeKey)
  return [
    ...faults,
    ...(isOther ? [describeOtherMode(config)] : []),
    ...(foreign.length === 0
      ? []
      : [
          `Stripe counts the units of some currencies differently. This release accepts no card payments in these: ${formatSomeNames(
            foreign.map(({ ref, currencyCode }) => `${currencyCode} of ${ref}`),
          )}. Use a separate data folder with CHARABANC_PAYMENTS=manual for such an operator.`,
        ]),
  ]
}

function describeChangedProviders({ payments }: PayingConfig, unsettled: readonly UnsettledPayment[]): string[] {
  const open = unsettled.filter((payment) => payment.provider !== payments && !isSentByHand(payment))
  return [...new Set(open.map(({ provider }) => provider))].map((before) => {
    const trips = formatTripRefs(open.filter(({ provider }) => provider === before))
    return `CHARABANC_PAYMENTS is ${payments}, but ${before} has open payments: ${trips}. Use CHARABANC_PAYMENTS=${before} until they are complete, or settle them. ${howToSee}`
  })
}

/** Reason why a database cannot belong to another Stripe account than its first; null without one. */
export function openWithStripe(unsettled: readonly UnsettledPayment[]): string | null {
  const open = unsettled.filter((payment) => payment.provider === 'stripe' && !isSentByHand(payment))
  if (open.length === 0) return null
  return `The previous account has open payments, which no other account knows: ${formatTripRefs(open)}. Use a key of that account until they are complete, or settle them. ${howToSee}`
}

const howToSee = 'List them with `charabanc payments list --open`.'

function formatTripRefs(payments: readonly UnsettledPayment[]): string {
  return formatSomeNames([...new Set(payments.map(({ ref }) => ref))])
}

/** Independent of the current provider: a failed refund, and a refund of a payment made without Stripe. */
function isSentByHand({ status, provider }: UnsettledPayment): boolean {
  if (status === 'refund_failed') return true
  return provider !== 'stripe' && (status === 'refund_due' || status === 'refund_pending')
}

function describeOtherMode({ stripeKey }: PayingConfig): string {
  const [begun, now] = isTestKey(stripeKey) ? ['live', 'test'] : ['test', 'live']
  return `This database belongs to a ${begun} key of Stripe, but ${maskKey(stripeKey)} is a ${now} key. ${wayOut}`
}

/** A sentence about a key of another account than the database's. */
export function describeOtherAccount({ stripeKey }: PayingConfig, begunWith: string, found: string): string {
  return `This database belongs to the Stripe account ${begunWith}, but the key ${maskKey(stripeKey)} belongs to ${found}. ${wayOut}`
}

const wayOut =
  'An account cannot refund the payments of another account or mode. Set CHARABANC_STRIPE_KEY to a key of the first account, or use a new data folder. To keep the new key, run `charabanc config accept-account`.'

/** A sentence about a key that Stripe refuses. */
export function describeRefusedKey({ stripeKey }: PayingConfig): string {
  return `Stripe does not accept the key ${maskKey(stripeKey)}. Set CHARABANC_STRIPE_KEY to a key from its dashboard, under Developers, API keys.`
}

/** A masked key: its kind and its last characters. */
export function maskKey(key: string | null): string {
  const [, kind = '', secret = ''] = /^([a-z]+_[a-z]+_)(.*)$/.exec(key ?? '') ?? []
  // The last characters of a short key would be the whole key.
  return `${kind}…${secret.length < 16 ? '' : secret.slice(-4)}`
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** The first of several names, and the number of the others. */
export function formatSomeNames(names: readonly string[]): string {
  const rest = names.length - mostNamed
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : names.join(', ')
}
