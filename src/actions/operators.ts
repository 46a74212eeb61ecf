import { randomBytes } from 'node:crypto'
import type { Role } from '../domain/ability.ts'
import { operatorRef } from '../domain/reference.ts'
import { invalid } from '../domain/refusal.ts'
import { tokenText } from '../domain/token.ts'
import { insertSignInLink } from '../storage/queries/messages.ts'
import {
  findOperatorByRef,
  findUserByEmail,
  insertOperator,
  insertUser,
  listOperators,
  type Operator,
} from '../storage/queries/operators.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { hashToken } from './credentials.ts'

/** An operator's account as it is kept. */
export type Account = Operator

/** A new account; shares in hundredths of a percent. */
export type NewOperator = {
  readonly name: string
  readonly currencyCode: string
  readonly timezone: string
  readonly operatorLicence: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly commissionBps: number
  readonly depositBps: number
  /** How long before `quote_by` a job is closing, unless the operator says otherwise. */
  readonly closingHours: number
  readonly admin: { readonly email: string; readonly name: string } | null
}

/** Contract, my_quote: a deposit of 20 %, and of 50.00 at least. */
export const usualDepositBps = 2_000
const usualDepositMinimumAmount = 5_000

const signInLinkMs = 15 * 60_000

/** Opens an account, with its first admin and their sign-in token where one is named. Refuses `validation_failed`. */
export async function openAccount(
  tx: Writer,
  entry: NewOperator,
  now: number,
): Promise<{ operator: Operator; adminToken: string | null }> {
  const { admin, ...fields } = entry
  const operator = await insertOperator(tx, {
    ...fields,
    ref: await freeRef(tx),
    depositMinimumAmount: usualDepositMinimumAmount,
    noShowWaitMinutes: 15,
    vehicleCheckRequired: true,
    tripVisibilityDays: 14,
    payoutWeekday: 5,
    createdAt: now,
    updatedAt: now,
  })
  if (admin === null) return { operator, adminToken: null }
  const user = await addUser(tx, operator, { ...admin, role: 'admin' }, now, 'admin_email')
  return { operator, adminToken: await signInToken(tx, user.id, now) }
}

/** Puts a person on an account. Refuses `validation_failed` at `field` for an address that already signs in somewhere. */
export async function addUser(
  tx: Writer,
  operator: Operator,
  person: { readonly email: string; readonly name: string; readonly role: Role },
  now: number,
  field = 'email',
) {
  const email = person.email.toLowerCase()
  if ((await findUserByEmail(tx, email)) !== null) throw invalid(field, `The ${field} has already been taken.`)
  return insertUser(tx, { ...person, email, operatorId: operator.id, createdAt: now })
}

async function signInToken(tx: Writer, userId: number, now: number): Promise<string> {
  const token = tokenText('sign_in_link', randomBytes(32))
  await insertSignInLink(tx, { hash: hashToken(token), userId, expiresAt: now + signInLinkMs, createdAt: now })
  return token
}

async function freeRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = operatorRef(randomBytes(16))
    if ((await findOperatorByRef(db, ref)) === null) return ref
  }
}

/** One page of the accounts on this server, newest first. */
export function listAccounts(db: Reader, asked: { readonly page: number; readonly perPage: number }) {
  return listOperators(db, asked.perPage, (asked.page - 1) * asked.perPage)
}
