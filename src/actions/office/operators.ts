import { randomBytes } from 'node:crypto'
import { usualBalanceDays } from '../../domain/booking.ts'
import { isSuspended as isSuspendedOperator } from '../../domain/operator.ts'
import type { PostalAddress } from '../../domain/postal-address.ts'
import { createOperatorRef } from '../../domain/reference.ts'
import { invalid, requireFound } from '../../domain/refusal.ts'
import { invitationLifeMs, marketplace } from '../../domain/sign-in.ts'
import { type PageAsked, toPageSpan } from '../../storage/lists/listing.ts'
import { lockFirstRun, lockOperator } from '../../storage/locks.ts'
import { findOperatorByRef, insertOperator, listOperators, type Operator, saveOperator } from '../../storage/queries/operators.ts'
import { findUserOnAccount, saveUser } from '../../storage/queries/users.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { type PhoneSetting, requireValidPhones } from '../people/phones.ts'
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
  /** Hours before `quote_by` from which a job is closing, by the operator's setting. */
  readonly closingHours: number
  readonly admin: { readonly email: string; readonly name: string } | null
}

/** Contract, my_quote: a deposit of 20 %, at least 50.00. */
export const usualDepositBps = 2_000
const usualDepositMinimumAmount = 5_000

/** Opens an account, with its first admin and their sign-in token if one is named. Refuses `validation_failed`. */
export async function openOperatorAccount(
  tx: Writer,
  entry: NewOperator,
  now: number,
): Promise<{ operator: Operator; adminToken: string | null }> {
  await lockFirstRun(tx)
  const { admin, ...fields } = entry
  const operator = await insertOperator(tx, {
    ...fields,
    ref: await findFreeOperatorRef(tx),
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

/** Opens an account for the marketplace, and emails the first admin a sign-in link. Refuses `validation_failed`. */
export async function openInvitedAccount(
  tx: Writer,
  app: AppContext,
  entry: NewOperator,
  now: number,
): Promise<{ operator: Operator }> {
  requireCardCurrency(app, entry)
  requireValidPhones(app, [entry], [[['phone'], entry.phone]])
  const { operator, adminToken } = await openOperatorAccount(tx, entry, now)
  const user = entry.admin && (await findUserOnAccount(tx, operator.id, entry.admin.email.toLowerCase()))
  if (user && adminToken !== null) {
    await mailInvitation(tx, app, { operator, user, token: adminToken, who: marketplace.name }, now)
    await saveUser(tx, user, { invitedAt: now })
  }
  return { operator }
}

/** Checks that the card provider counts an operator's currency in the same minor units. Refuses `validation_failed`. */
export function requireCardCurrency(
  { payments }: Pick<AppContext, 'payments'>,
  { currencyCode }: Pick<NewOperator, 'currencyCode'>,
): void {
  if (payments.kind === 'cards' && !payments.takes(currencyCode)) throw invalid(['currencyCode'], 'notByCard')
}

async function findFreeOperatorRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = createOperatorRef(randomBytes(16))
    if ((await findOperatorByRef(db, ref)) === null) return ref
  }
}

/** One account. Refuses `not_found`. */
export async function showAccount(db: Reader, ref: string): Promise<{ readonly operator: Operator }> {
  return { operator: await requireFound(findOperatorByRef(db, ref)) }
}

/** A change that the marketplace can make to an account; omitted fields do not change. */
export type AccountTerms = Partial<
  Pick<Operator, 'commissionBps' | 'name' | 'phone' | 'email' | 'operatorLicence' | 'address'> & { readonly isSuspended: boolean }
>

/**
 * Changes an account. Its commission applies to later offers. A suspended operator gets no new offers; earlier offers, its own
 * trips and bookings continue. Refuses `not_found`, `validation_failed` for an invalid phone number.
 */
export async function changeTerms(
  tx: Writer,
  setting: PhoneSetting,
  ref: string,
  change: AccountTerms,
  now: number,
): Promise<{ operator: Operator }> {
  const { id } = await requireFound(findOperatorByRef(tx, ref))
  await lockOperator(tx, id)
  const before = await requireFound(findOperatorByRef(tx, ref))
  const { isSuspended = isSuspendedOperator(before), ...fields } = change
  const { phone = before.phone } = fields
  if (phone !== before.phone) requireValidPhones(setting, [{ ...before, ...fields }], [[['phone'], phone]])
  const suspendedAt = isSuspended ? (before.suspendedAt ?? now) : null
  return { operator: await saveOperator(tx, before, { ...fields, suspendedAt, updatedAt: now }) }
}

/** One page of the accounts on this server, newest first. */
export function listAccounts(db: Reader, asked: PageAsked) {
  return listOperators(db, toPageSpan(asked))
}
