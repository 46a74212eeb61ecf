import { randomBytes } from 'node:crypto'
import { usualBalanceDays } from '../../domain/booking.ts'
import { isSuspended as isSuspendedOperator } from '../../domain/operator.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import { operatorRef } from '../../domain/reference.ts'
import { invalid, mustFind } from '../../domain/refusal.ts'
import { invitationLifeMs, marketplace } from '../../domain/sign-in.ts'
import { type PageAsked, pageSpanOf } from '../../storage/lists/listing.ts'
import { lockFirstRun, lockOperator } from '../../storage/locks.ts'
import { findOperatorByRef, insertOperator, listOperators, type Operator, saveOperator } from '../../storage/queries/operators.ts'
import { findUserOnAccount, saveUser } from '../../storage/queries/users.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { mustBePhones, type PhoneSetting } from '../people/phones.ts'
import { makeSignInLink } from '../people/sign-in-links.ts'
import { addUser, mailInvitation } from '../people/users.ts'

/** A new account; shares in hundredths of a percent. */
export type NewOperator = {
  readonly name: string
  readonly currencyCode: string
  readonly timezone: string
  readonly operatorLicence: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly address?: PostalAddress | null
  readonly commissionBps: number
  readonly depositBps: number
  /** Hours before `quote_by` from which a job is closing, unless the operator says otherwise. */
  readonly closingHours: number
  readonly admin: { readonly email: string; readonly name: string } | null
}

/** Contract, my_quote: a deposit of 20 %, and of 50.00 at least. */
export const usualDepositBps = 2_000
const usualDepositMinimumAmount = 5_000

/** Opens an account, with its first admin and their sign-in token where one is named. Refuses `validation_failed`. */
export async function openAccount(
  tx: Writer,
  entry: NewOperator,
  now: number,
): Promise<{ operator: Operator; adminToken: string | null }> {
  await lockFirstRun(tx)
  const { admin, ...fields } = entry
  const operator = await insertOperator(tx, {
    ...fields,
    ref: await freeRef(tx),
    depositMinimumAmount: usualDepositMinimumAmount,
    noShowWaitMinutes: 15,
    vehicleCheckRequired: true,
    tripVisibilityDays: 14,
    payoutWeekday: 5,
    balanceDays: usualBalanceDays,
    chargeBalance: true,
    unconfirmOnClash: true,
    createdAt: now,
    updatedAt: now,
  })
  if (admin === null) return { operator, adminToken: null }
  const user = await addUser(tx, operator, { ...admin, role: 'admin' }, now, 'adminEmail')
  return { operator, adminToken: (await makeSignInLink(tx, { userId: user.id }, invitationLifeMs, now)).token }
}

/**
 * Opens an account for the marketplace, which hands no link over: the first admin is mailed theirs. Refuses
 * `validation_failed`.
 */
export async function openInvitedAccount(
  tx: Writer,
  app: AppContext,
  entry: NewOperator,
  now: number,
): Promise<{ operator: Operator }> {
  mustBeTaken(app, entry)
  mustBePhones(app, [entry], [[['phone'], entry.phone]])
  const { operator, adminToken } = await openAccount(tx, entry, now)
  const user = entry.admin && (await findUserOnAccount(tx, operator.id, entry.admin.email.toLowerCase()))
  if (user && adminToken !== null) {
    await mailInvitation(tx, app, { operator, user, token: adminToken, who: marketplace.name }, now)
    await saveUser(tx, user, { invitedAt: now })
  }
  return { operator }
}

/** No one can pay an operator in a currency that the provider of card payments counts otherwise. Refuses `validation_failed`. */
export function mustBeTaken(
  { payments }: Pick<AppContext, 'payments'>,
  { currencyCode }: Pick<NewOperator, 'currencyCode'>,
): void {
  if (payments.kind === 'cards' && !payments.takes(currencyCode)) throw invalid(['currencyCode'], 'notByCard')
}

async function freeRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = operatorRef(randomBytes(16))
    if ((await findOperatorByRef(db, ref)) === null) return ref
  }
}

/** One account. Refuses `not_found`. */
export async function showAccount(db: Reader, ref: string): Promise<{ readonly operator: Operator }> {
  return { operator: await mustFind(findOperatorByRef(db, ref)) }
}

/** A change that the marketplace may make to an account; fields left out stay. */
export type AccountTerms = Partial<
  Pick<Operator, 'commissionBps' | 'name' | 'phone' | 'email' | 'operatorLicence' | 'address'> & { readonly isSuspended: boolean }
>

/**
 * Changes an account. The commission is that of offers from now on. A suspended operator is asked for nothing new; what it was asked
 * before, its own trips and all that runs go on. Refuses `not_found`, `validation_failed` for a phone that is no number.
 */
export async function changeTerms(
  tx: Writer,
  setting: PhoneSetting,
  ref: string,
  change: AccountTerms,
  now: number,
): Promise<{ operator: Operator }> {
  const { id } = await mustFind(findOperatorByRef(tx, ref))
  await lockOperator(tx, id)
  const before = await mustFind(findOperatorByRef(tx, ref))
  const { isSuspended = isSuspendedOperator(before), ...fields } = change
  const { phone = before.phone } = fields
  if (phone !== before.phone) mustBePhones(setting, [{ ...before, ...fields }], [[['phone'], phone]])
  const suspendedAt = isSuspended ? (before.suspendedAt ?? now) : null
  return { operator: await saveOperator(tx, before, { ...fields, suspendedAt, updatedAt: now }) }
}

/** One page of the accounts on this server, newest first. */
export function listAccounts(db: Reader, asked: PageAsked) {
  return listOperators(db, pageSpanOf(asked))
}
