import type { Config, Examine } from '../config.ts'
import { isTakenByStripe } from '../gateways/payments/stripe-currencies.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import type { PaymentsInspection, UnsettledPayment } from '../storage/inspect-payments.ts'

const mostNamed = 5

/** The part of a configuration that says how customers pay. */
type PayingConfig = Pick<Config, 'payments' | 'stripeKey'>

/** Faults of card payment settings that are each fine by themselves, a sentence each. Asks and makes nothing. */
export const paymentFaults: Examine = (config) => {
  // Without its key the provider is not wrong but incomplete, which has an exit code of its own.
  if (config.payments !== 'stripe' || config.stripeKey === null) return []
  return [...wayFaults(config), ...returnFaults(config)]
}

function wayFaults({ stripeUrl, stripeKey }: Config): string[] {
  // What was refused is not there, and told already.
  if (!stripeUrl || stripeUrl.startsWith('https://')) return []
  if (isThisMachine(new URL(stripeUrl).hostname) && isTestKey(stripeKey)) return []
  return [
    `CHARABANC_STRIPE_URL: ${stripeUrl} does not begin with https://, so the key could be read on the way. Leave it out; http:// is for tests on this machine with a test key.`,
  ]
}

function returnFaults(config: Config): string[] {
  const { stripeReturnUrl, baseUrl, stripeKey, tlsCert } = config
  const back = stripeReturnUrl ?? baseUrl
  const isSafe = back === null ? tlsCert !== null : back.startsWith('https://')
  if (isSafe || isTestKey(stripeKey)) return []
  const standing = back === null ? 'none is set' : `${back} does not`
  return [
    `With a live key customers come back to an address that begins with https://, and ${standing}. Set CHARABANC_BASE_URL to it, or CHARABANC_STRIPE_RETURN_URL to a page of your own.`,
  ]
}

/** Reasons why a server with these settings must not take over where the database stands, a sentence each. */
export function settingFaults(
  config: PayingConfig,
  { account, operators, unsettled }: Pick<PaymentsInspection, 'account' | 'operators' | 'unsettled'>,
): string[] {
  const faults = changedProviders(config, unsettled)
  if (config.payments !== 'stripe') return faults
  const foreign = operators.filter(({ currencyCode }) => !isTakenByStripe(currencyCode))
  const isOther = account !== null && config.stripeKey !== null && account.isLive === isTestKey(config.stripeKey)
  return [
    ...faults,
    ...(isOther ? [otherMode(config)] : []),
    ...(foreign.length === 0
      ? []
      : [
          `Stripe counts some currencies otherwise than everybody else, and this release takes none of these by card: ${some(
            foreign.map(({ ref, currencyCode }) => `${currencyCode} of ${ref}`),
          )}. Serve such an operator with CHARABANC_PAYMENTS=manual, from a data folder of its own.`,
        ]),
  ]
}

function changedProviders({ payments }: PayingConfig, unsettled: readonly UnsettledPayment[]): string[] {
  const open = unsettled.filter((payment) => payment.provider !== payments && !isSentByHand(payment))
  return [...new Set(open.map(({ provider }) => provider))].map((before) => {
    const trips = tripsOf(open.filter(({ provider }) => provider === before))
    return `CHARABANC_PAYMENTS is ${payments}, but payments that were begun with ${before} are not over: ${trips}. Serve with CHARABANC_PAYMENTS=${before} until they are, or settle them; ${howToSee}`
  })
}

/**
 * Reason why a database cannot belong to another account of Stripe's than it was begun with, in a sentence; null
 * without one.
 */
export function openWithStripe(unsettled: readonly UnsettledPayment[]): string | null {
  const open = unsettled.filter((payment) => payment.provider === 'stripe' && !isSentByHand(payment))
  if (open.length === 0) return null
  return `Payments that were begun with the account before are not over, and no other one knows of them: ${tripsOf(open)}. Serve with a key of that account until they are, or settle them; ${howToSee}`
}

const howToSee = '`charabanc payments list --open` shows them.'

function tripsOf(payments: readonly UnsettledPayment[]): string {
  return some([...new Set(payments.map(({ ref }) => ref))])
}

/** However payments are taken now: a refund that failed, and one of what came otherwise than through Stripe. */
function isSentByHand({ status, provider }: UnsettledPayment): boolean {
  if (status === 'refund_failed') return true
  return provider !== 'stripe' && (status === 'refund_due' || status === 'refund_pending')
}

function otherMode({ stripeKey }: PayingConfig): string {
  const [begun, now] = isTestKey(stripeKey) ? ['live', 'test'] : ['test', 'live']
  return `This database was begun with a ${begun} key of Stripe, and ${maskedKey(stripeKey)} is a ${now} key. ${wayOut}`
}

/** A sentence on a key that belongs to another account than the database. */
export function otherAccount({ stripeKey }: PayingConfig, begunWith: string, found: string): string {
  return `This database was begun with the Stripe account ${begunWith}, and the key ${maskedKey(stripeKey)} belongs to ${found}. ${wayOut}`
}

const wayOut =
  'What one took the other cannot send back. Set CHARABANC_STRIPE_KEY to a key like the first, or begin in a data folder of its own; where this one is meant all the same, `charabanc config accept-account` says so.'

/** A sentence on a key that is not taken. */
export function keyRefused({ stripeKey }: PayingConfig): string {
  return `Stripe does not take the key ${maskedKey(stripeKey)}. Set CHARABANC_STRIPE_KEY to one that its dashboard shows under Developers, API keys.`
}

/** A key as it may be shown: what kind it is and how it ends. */
export function maskedKey(key: string | null): string {
  const [, kind = '', secret = ''] = /^([a-z]+_[a-z]+_)(.*)$/.exec(key ?? '') ?? []
  // Of a short one the end would be all of it.
  return `${kind}…${secret.length < 16 ? '' : secret.slice(-4)}`
}

function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/** The first of many, and how many more there are. */
export function some(names: readonly string[]): string {
  const rest = names.length - mostNamed
  return rest > 0 ? `${names.slice(0, mostNamed).join(', ')} and ${rest} more` : names.join(', ')
}
