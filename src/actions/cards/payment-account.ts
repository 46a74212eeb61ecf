import type { Logger } from 'pino'
import { buildDisputeAddress } from '../../gateways/notices/desk-money-words.ts'
import { askProviderAccount } from '../../gateways/payments/account.ts'
import { openConfiguredPayments, type PaymentSettings } from '../../gateways/payments/choose.ts'
import { type Payments, type ProviderAccount, ProviderFault } from '../../gateways/payments/payments.ts'
import { isTestKey } from '../../gateways/payments/stripe-key.ts'
import { lockIdempotencyKey } from '../../storage/locks.ts'
import { findServerSetting, type PaymentAccountNote, saveServerSetting } from '../../storage/queries/server-settings.ts'
import type { Reader, Storage, Writer } from '../../storage/storage.ts'
import type { Membership } from '../server/membership.ts'
import { openSharedLedger } from './sandbox-ledger.ts'

const accountSetting = 'payment_account'

/** Milliseconds to wait for the provider's answer about the account. */
const accountPatienceMs = 5_000

/**
 * Opens the payments of a server. A server with card payments gets a name at its first start, by which a provider's calls are
 * matched to it.
 */
export async function openPayments(
  settings: PaymentSettings,
  storage: Storage,
  { isShared }: Pick<Membership, 'isShared'>,
  clock: () => number,
  log: Logger,
): Promise<Payments> {
  const isCards = settings.payments === 'stripe'
  const begun = { isLive: isLiveKey(settings), id: null }
  const account = isCards ? await storage.transact((tx) => saveFirstAccount(tx, begun, clock())) : null
  const ledger = isShared ? openSharedLedger(storage) : undefined
  return openConfiguredPayments(settings, { serverId: account?.serverId ?? '', log, ledger })
}

/** Whether a key moves money. */
export function isLiveKey({ stripeKey }: Pick<PaymentSettings, 'stripeKey'>): boolean {
  return stripeKey !== null && !isTestKey(stripeKey)
}

/**
 * The provider's answer about the account of the key. `known` has the account; `unreadable` is a valid key without this right.
 * `refused` is an invalid key, and `silent` is no answer in time.
 */
export type AccountAnswer =
  | { readonly kind: 'known'; readonly account: ProviderAccount }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'silent' }

/** Asks the provider of these settings for the account behind the key. Saves nothing. */
export async function findAccountOfKey(settings: PaymentSettings, log: Logger): Promise<AccountAnswer> {
  try {
    const account = await askProviderAccount(await openConfiguredPayments(settings, { serverId: '', log }), accountPatienceMs)
    return account === null ? { kind: 'unreadable' } : { kind: 'known', account }
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault
    if (fault.kind !== 'refused') return { kind: 'silent' }
    return { kind: fault.told.status === 403 ? 'unreadable' : 'refused' }
  }
}

/** The known facts of a key's account. */
type KeyAccount = Pick<PaymentAccountNote, 'isLive' | 'id'>

/** Saves the account of the database, unless one is saved; completes one with missing facts. Returns the saved note. */
export async function saveFirstAccount(tx: Writer, { isLive, id }: KeyAccount, now: number): Promise<PaymentAccountNote> {
  await lockIdempotencyKey(tx, 'server', accountSetting)
  const known = await findPaymentAccount(tx)
  if (known !== null && (known.id !== null || id === null || known.isLive !== isLive)) return known
  return saveAccountNote(tx, { serverId: known?.serverId ?? Bun.randomUUIDv7(), isLive, id }, now)
}

/** Saves the account of the database in place of any other. */
export async function saveAcceptedAccount(tx: Writer, { isLive, id }: KeyAccount, now: number): Promise<PaymentAccountNote> {
  await lockIdempotencyKey(tx, 'server', accountSetting)
  const known = await findPaymentAccount(tx)
  return saveAccountNote(tx, { serverId: known?.serverId ?? Bun.randomUUIDv7(), isLive, id }, now)
}

/** The account of the database, or null before its first start with card payments. */
async function findPaymentAccount(db: Reader): Promise<PaymentAccountNote | null> {
  const found = await findServerSetting(db, accountSetting)
  return found === null ? null : (found.value as PaymentAccountNote)
}

/**
 * Address at which a provider shows a dispute to the holder of the account, without the scheme. Null for a provider with unknown
 * pages.
 */
export async function findDisputeAddress(db: Reader, provider: string, disputeRef: string): Promise<string | null> {
  return buildDisputeAddress(provider, disputeRef, (await findPaymentAccount(db))?.isLive ?? true)
}

async function saveAccountNote(tx: Writer, account: PaymentAccountNote, now: number): Promise<PaymentAccountNote> {
  await saveServerSetting(tx, { name: accountSetting, value: account, encrypted: null, updatedAt: now })
  return account
}
