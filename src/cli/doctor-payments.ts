import type { Config } from '../config.ts'
import { hourMs } from '../domain/instant.ts'
import type { ProviderAccount } from '../gateways/payments/payments.ts'
import { isTestKey } from '../gateways/payments/stripe-key.ts'
import { makeLogger } from '../log.ts'
import { inspectPayments, type PaymentsInspection, type UnsettledPayment } from '../storage/inspect-payments.ts'
import type { DatabaseAddress } from '../storage/open.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import {
  describeOtherAccount,
  describeRefusedKey,
  formatSomeNames,
  listPaymentSettingFaults,
  listStripeSettingFaults,
  maskKey,
} from './payment-settings.ts'

/** Stripe's signed calls are rejected if the clock differs by more (ms). */
const clockLimitMs = 300_000

const secondMs = 1_000

/**
 * Findings on payment settings and overdue payments. Asks the provider for its account, unless `isOffline`. Writes nothing. `now`
 * is the server's time.
 */
export async function examinePayments(
  config: Config,
  database: DatabaseAddress,
  { now, isOffline }: { readonly now: number; readonly isOffline: boolean },
): Promise<Finding[]> {
  // The findings on the database report an unreadable database.
  const seen = await inspectPayments(database).catch(() => null)
  return [
    ...(config.payments === 'stripe' ? await examineStripe(config, seen, isOffline) : checkPaymentSettings(config, seen)),
    ...(seen === null ? [] : checkLatePayments(seen.unsettled, now)),
    ...(seen === null || config.payments === 'manual' ? [] : checkRestoredPayments(seen)),
  ]
}

async function examineStripe(config: Config, seen: PaymentsInspection | null, isOffline: boolean): Promise<Finding[]> {
  const unsafe = listPaymentSettingFaults(config).map((fault) => createFailFinding('payments', fault, startRefuses))
  if (unsafe.length > 0) return unsafe
  return [
    checkKeyKind(config),
    ...checkPaymentSettings(config, seen),
    ...(isOffline ? [createOkFinding('payments', 'Stripe was not checked.')] : await checkStripeAccount(config, seen)),
    config.stripeWebhookSecrets === null
      ? createOkFinding('payments', 'Stripe sends no events: the server checks open payment pages every minute.')
      : createOkFinding('payments', "A secret verifies Stripe's calls to /stripe/events."),
  ]
}

const startRefuses = 'The server refuses to start until this is fixed. Check with `charabanc config check`.'

function checkPaymentSettings(config: Config, seen: PaymentsInspection | null): Finding[] {
  return seen === null
    ? []
    : listStripeSettingFaults(config, seen).map((fault) => createFailFinding('payments', fault, startRefuses))
}

function checkKeyKind({ stripeKey }: Config): Finding {
  const key = maskKey(stripeKey)
  if (isTestKey(stripeKey))
    return createWarnFinding('payments', `${key} is a test key: no money moves.`, 'Use a live key on a production server.')
  return createOkFinding('payments', `${key} is a live key.`)
}

async function checkStripeAccount(config: Config, seen: PaymentsInspection | null): Promise<Finding[]> {
  // The library of the provider is loaded only on use.
  const { findAccountOfKey } = await import('../actions/cards/payment-account.ts')
  const heard = await findAccountOfKey(config, makeLogger({ level: 'silent', terminal: false }).log)
  if (heard.kind === 'refused') return [createFailFinding('payments', 'Stripe refuses the key.', describeRefusedKey(config))]
  if (heard.kind === 'silent') {
    const { host } = new URL(config.stripeUrl)
    return [
      createFailFinding(
        'payments',
        `${host} does not answer within 5 s.`,
        'Check DNS and the firewall. --offline skips this check.',
      ),
    ]
  }
  if (heard.kind === 'unreadable')
    return [
      createWarnFinding(
        'payments',
        'The key works, but cannot read the account.',
        'Give the key read access to Accounts, so that charabanc detects a change of account.',
      ),
    ]
  return [...checkProviderAccount(config, heard.account, seen), checkProviderClock(heard.account)]
}

function checkProviderAccount(config: Config, found: ProviderAccount, seen: PaymentsInspection | null): Finding[] {
  const { id, country, currencyCode, mayCharge } = found
  const begunWith = seen?.account?.id ?? id
  const what = `The account is ${id}, in ${country ?? 'an unknown country'}, with the currency ${currencyCode ?? '(unknown)'}.`
  const others = seen?.operators.filter((operator) => currencyCode !== null && operator.currencyCode !== currencyCode) ?? []
  return [
    mayCharge
      ? createOkFinding('payments', what)
      : createFailFinding('payments', `${what} It cannot accept payments yet.`, 'Finish its setup in the Stripe dashboard.'),
    ...(begunWith === id ? [] : [createFailFinding('payments', describeOtherAccount(config, begunWith, id), startRefuses)]),
    ...(others.length === 0
      ? []
      : [
          createWarnFinding(
            'payments',
            `Stripe converts payments of these operators into ${currencyCode}, for a fee: ${formatSomeNames(others.map(({ ref, currencyCode: own }) => `${ref} (${own})`))}.`,
            'To avoid the fee, add a bank account in that currency at Stripe.',
          ),
        ]),
  ]
}

function checkProviderClock({ clockAheadMs }: ProviderAccount): Finding {
  const seconds = Math.round(Math.abs(clockAheadMs) / secondMs)
  const found = `The clock is ${seconds} s ${clockAheadMs < 0 ? 'behind' : 'ahead of'} Stripe's.`
  if (Math.abs(clockAheadMs) <= clockLimitMs) return createOkFinding('payments', found)
  return createFailFinding(
    'payments',
    `${found} The server rejects its signed calls.`,
    'Set the clock and synchronise it by NTP.',
  )
}

function checkRestoredPayments({ unknown, isUncompared }: PaymentsInspection): Finding[] {
  return [
    ...(isUncompared
      ? [
          createWarnFinding(
            'payments',
            'The database was restored and not yet compared with the payment provider. No card is charged before that.',
            'The server compares them when it starts, and retries every minute while the provider does not answer.',
          ),
        ]
      : []),
    ...(unknown.length === 0
      ? []
      : [
          createWarnFinding(
            'payments',
            `Unknown provider transactions since the restored backup: ${unknown.length} (${formatSomeNames(unknown.map(({ ref, providerRef }) => `${ref} ${providerRef}`))}).`,
            'List them with `charabanc payments list --open`. Find each transaction at the provider and correct the books. Then run `charabanc payments settle-unknown REF`.',
          ),
        ]),
  ]
}

function checkLatePayments(unsettled: readonly UnsettledPayment[], now: number): Finding[] {
  const late = unsettled.filter((payment) => isLate(payment, now))
  const failed = unsettled.filter(({ status }) => status === 'refund_failed')
  return [
    ...(late.length === 0
      ? []
      : [
          createWarnFinding(
            'payments',
            `Open for more than an hour: ${late.length} (${formatSomeNames(late.map(({ ref, status }) => `${ref} ${status}`))}).`,
            'List them with `charabanc payments list --open`. Check one now with `charabanc payments check ID`.',
          ),
        ]),
    ...(failed.length === 0
      ? []
      : [
          createWarnFinding(
            'payments',
            `Refunds that failed: ${failed.length} (${formatSomeNames(failed.map(({ ref }) => ref))}).`,
            'Send the refund by hand. Then run `charabanc payments settle-by-hand ID` or mark it as sent in the portal.',
          ),
        ]),
  ]
}

/** A transfer takes days, a doubt has its own finding, and an emailed page is open for most of a day. */
function isLate({ status, createdAt, pageExpiresAt }: UnsettledPayment, now: number): boolean {
  if (now - createdAt < hourMs) return false
  if (status === 'awaiting_customer') return (pageExpiresAt ?? 0) < Date.now()
  return status === 'opening' || status === 'charging'
}
