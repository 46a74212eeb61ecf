import type { Config } from '../config.ts'
import { hourMs } from '../domain/instant.ts'
import type { ProviderAccount } from '../gateways/payments/payments.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import { makeLogger } from '../log.ts'
import { inspectPayments, type PaymentsInspection, type UnsettledPayment } from '../storage/inspect-payments.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { keyRefused, maskedKey, otherAccount, paymentFaults, settingFaults, some } from './payment-settings.ts'

/** Signed calls of a clock that is further off are not believed (ms). */
const clockLimitMs = 300_000

const secondMs = 1_000

/**
 * Whether payments can be taken with these settings, and which of them are overdue. The provider is asked for its account, unless
 * `isOffline`; nothing is written down. `now` is the server's time.
 */
export async function examinePayments(
  config: Config,
  database: DatabaseAddress,
  { now, isOffline }: { readonly now: number; readonly isOffline: boolean },
): Promise<Finding[]> {
  // What keeps the database from being read is told where the database is looked at.
  const seen = await inspectPayments(database).catch(() => null)
  return [
    ...(config.payments === 'stripe' ? await examineStripe(config, seen, isOffline) : settingFindings(config, seen)),
    ...(seen === null ? [] : overdue(seen.unsettled, now)),
    ...(seen === null || config.payments === 'manual' ? [] : afterRestore(seen)),
  ]
}

async function examineStripe(config: Config, seen: PaymentsInspection | null, isOffline: boolean): Promise<Finding[]> {
  const unsafe = paymentFaults(config).map((fault) => fail('payments', fault, startRefuses))
  if (unsafe.length > 0) return unsafe
  return [
    keyKind(config),
    ...settingFindings(config, seen),
    ...(isOffline ? [ok('payments', 'Stripe was not asked.')] : await account(config, seen)),
    config.stripeWebhookSecrets === null
      ? ok('payments', 'Stripe does not call: the server asks every minute what became of an open page.')
      : ok('payments', 'What Stripe calls /stripe/events with is checked by a secret.'),
  ]
}

const startRefuses = 'A start refuses until this is mended; `charabanc config check` says whether it is.'

function settingFindings(config: Config, seen: PaymentsInspection | null): Finding[] {
  return seen === null ? [] : settingFaults(config, seen).map((fault) => fail('payments', fault, startRefuses))
}

function keyKind({ stripeKey }: Config): Finding {
  const key = maskedKey(stripeKey)
  if (isTestKey(stripeKey))
    return warn('payments', `${key} is a test key: no money moves.`, 'Use a live one where customers pay.')
  return ok('payments', `${key} is a live key.`)
}

async function account(config: Config, seen: PaymentsInspection | null): Promise<Finding[]> {
  // The library of the provider is asked for where it is needed.
  const { hearAccount } = await import('../actions/cards/payment-account.ts')
  const heard = await hearAccount(config, makeLogger({ level: 'silent', terminal: false }).log)
  if (heard.kind === 'refused') return [fail('payments', 'The key is refused.', keyRefused(config))]
  if (heard.kind === 'silent') {
    const { host } = new URL(config.stripeUrl)
    return [
      fail('payments', `${host} gives no answer within 5 s.`, 'Check the name service and the firewall; --offline asks no one.'),
    ]
  }
  if (heard.kind === 'unreadable')
    return [
      warn(
        'payments',
        'The key works, but may not read the account.',
        'Let it read Accounts, so that another account is noticed.',
      ),
    ]
  return [...ofAccount(config, heard.account, seen), clock(heard.account)]
}

function ofAccount(config: Config, found: ProviderAccount, seen: PaymentsInspection | null): Finding[] {
  const { id, country, currencyCode, mayCharge } = found
  const begunWith = seen?.account?.id ?? id
  const what = `The account is ${id}, in ${country ?? 'no country that it says'}, and keeps ${currencyCode ?? 'money'}.`
  const others = seen?.operators.filter((operator) => currencyCode !== null && operator.currencyCode !== currencyCode) ?? []
  return [
    mayCharge
      ? ok('payments', what)
      : fail('payments', `${what} It may not take money yet.`, 'Finish its set-up in the dashboard of Stripe.'),
    ...(begunWith === id ? [] : [fail('payments', otherAccount(config, begunWith, id), startRefuses)]),
    ...(others.length === 0
      ? []
      : [
          warn(
            'payments',
            `Stripe converts what these take into ${currencyCode}, for a fee: ${some(others.map(({ ref, currencyCode: own }) => `${ref} (${own})`))}.`,
            'A bank account in that currency at Stripe keeps it as it is.',
          ),
        ]),
  ]
}

function clock({ clockAheadMs }: ProviderAccount): Finding {
  const seconds = Math.round(Math.abs(clockAheadMs) / secondMs)
  const found = `The clock is ${seconds} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} Stripe's.`
  if (Math.abs(clockAheadMs) <= clockLimitMs) return ok('payments', found)
  return fail('payments', `${found} Its signed calls are not believed.`, 'Set the clock, and have it kept by NTP.')
}

function afterRestore({ unknown, isUncompared }: PaymentsInspection): Finding[] {
  return [
    ...(isUncompared
      ? [
          warn(
            'payments',
            'The database was restored, and has not been compared with the provider of card payments. No card is charged before.',
            'A server does so when it starts, and tries again every minute while the provider is silent.',
          ),
        ]
      : []),
    ...(unknown.length === 0
      ? []
      : [
          warn(
            'payments',
            `Money from after the backup that was restored, which no payment knows of: ${unknown.length} (${some(unknown.map(({ ref, providerRef }) => `${ref} ${providerRef}`))}).`,
            '`charabanc payments list --open` shows it. Look it up at the provider, put the books right, and say so with `charabanc payments settle-unknown REF`.',
          ),
        ]),
  ]
}

function overdue(unsettled: readonly UnsettledPayment[], now: number): Finding[] {
  const late = unsettled.filter((payment) => isLate(payment, now))
  const failed = unsettled.filter(({ status }) => status === 'refund_failed')
  return [
    ...(late.length === 0
      ? []
      : [
          warn(
            'payments',
            `Open for more than an hour: ${late.length} (${some(late.map(({ ref, status }) => `${ref} ${status}`))}).`,
            '`charabanc payments list --open` shows them; `charabanc payments check ID` asks at once.',
          ),
        ]),
    ...(failed.length === 0
      ? []
      : [
          warn(
            'payments',
            `Refunds that failed: ${failed.length} (${some(failed.map(({ ref }) => ref))}).`,
            'Send the money by hand, and say so with `charabanc payments settle-by-hand ID` or in the portal.',
          ),
        ]),
  ]
}

/** A transfer takes days, a doubt is told by itself, and a page that was mailed is open for most of a day. */
function isLate({ status, createdAt, pageExpiresAt }: UnsettledPayment, now: number): boolean {
  if (now - createdAt < hourMs) return false
  if (status === 'awaiting_customer') return (pageExpiresAt ?? 0) < Date.now()
  return status === 'opening' || status === 'charging'
}
