import type { Logger } from 'pino'
import { disputePage } from '../../gateways/notices/desk-words.ts'
import { accountOf } from '../../gateways/payments/account.ts'
import { type PaymentSettings, paymentsOf } from '../../gateways/payments/choose.ts'
import { type Payments, type ProviderAccount, ProviderFault } from '../../gateways/payments/payments.ts'
import { isTestKey } from '../../gateways/payments/stripe-key.ts'
import { lockIdempotencyKey } from '../../storage/locks.ts'
import { findServerSetting, type PaymentAccountNote, putServerSetting } from '../../storage/queries/server-settings.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import type { Membership } from '../server/membership.ts'
import { sharedLedger } from './sandbox-ledger.ts'

const accountSetting = 'payment_account'

/** A provider that says nothing of the account for so long is not waited for. */
const accountPatienceMs = 5_000

/** Opens the way customers pay on a server. One that takes cards gets a name at its first start, by which a provider tells its calls apart. */
export async function connectPayments(
  settings: PaymentSettings,
  storage: Storage,
  { isShared }: Pick<Membership, 'isShared'>,
  clock: () => number,
  log: Logger,
): Promise<Payments> {
  const isCards = settings.payments === 'stripe'
  const begun = { isLive: isLiveKey(settings), id: null }
  const account = isCards ? await storage.transact((tx) => noteFirstAccount(tx, begun, clock())) : null
  const ledger = isShared ? sharedLedger(storage) : undefined
  return paymentsOf(settings, { serverId: account?.serverId ?? '', log, ledger })
}

/** Whether a key moves money. */
export function isLiveKey({ stripeKey }: Pick<PaymentSettings, 'stripeKey'>): boolean {
  return stripeKey !== null && !isTestKey(stripeKey)
}

/**
 * The provider's answer about the account behind the key. It is `known` with the account, and `unreadable` where the
 * key is good and may not ask this. It is `refused` where the key is not taken, and `silent` where no answer came in
 * time.
 */
export type AccountHeard =
  | { readonly kind: 'known'; readonly account: ProviderAccount }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'silent' }

/** Asks the provider of these settings for the account behind the key. Notes nothing. */
export async function hearAccount(settings: PaymentSettings, log: Logger): Promise<AccountHeard> {
  try {
    const account = await accountOf(await paymentsOf(settings, { serverId: '', log }), accountPatienceMs)
    return account === null ? { kind: 'unreadable' } : { kind: 'known', account }
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault
    if (fault.kind !== 'refused') return { kind: 'silent' }
    return { kind: fault.told.status === 403 ? 'unreadable' : 'refused' }
  }
}

/** The account of a key, as far as it is known. */
type KeyAccount = Pick<PaymentAccountNote, 'isLive' | 'id'>

/**
 * Writes down which account the database belongs to, unless that stands there; an account that could not be heard of at first is filled
 * in. Answers what then stands.
 */
export async function noteFirstAccount(tx: Writer, { isLive, id }: KeyAccount, now: number): Promise<PaymentAccountNote> {
  await lockIdempotencyKey(tx, 'server', accountSetting)
  const known = await findPaymentAccount(tx)
  if (known !== null && (known.id !== null || id === null || known.isLive !== isLive)) return known
  return putAccount(tx, { serverId: known?.serverId ?? Bun.randomUUIDv7(), isLive, id }, now)
}

/** Writes down which account the database belongs to from now on, whatever stood there. */
export async function acceptAccount(tx: Writer, { isLive, id }: KeyAccount, now: number): Promise<PaymentAccountNote> {
  await lockIdempotencyKey(tx, 'server', accountSetting)
  const known = await findPaymentAccount(tx)
  return putAccount(tx, { serverId: known?.serverId ?? Bun.randomUUIDv7(), isLive, id }, now)
}

/** The account that the database belongs to, or null before its first start with card payments. */
async function findPaymentAccount(db: Reader): Promise<PaymentAccountNote | null> {
  const found = await findServerSetting(db, accountSetting)
  return found === null ? null : (found.value as PaymentAccountNote)
}

/**
 * Address at which a provider shows a dispute to the holder of the account, without the scheme. Null for a provider
 * whose pages are not known.
 */
export async function addressOfDispute(db: Reader, provider: string, disputeRef: string): Promise<string | null> {
  return disputePage(provider, disputeRef, (await findPaymentAccount(db))?.isLive ?? true)
}

async function putAccount(tx: Writer, account: PaymentAccountNote, now: number): Promise<PaymentAccountNote> {
  await putServerSetting(tx, { name: accountSetting, value: account, encrypted: null, updatedAt: now })
  return account
}
