import { randomBytes } from 'node:crypto'
import { operatorRef } from '../domain/reference.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { type PageAsked, spanOf } from '../storage/listing.ts'
import { findOperatorByRef, insertOperator, listOperators, type Operator } from '../storage/queries/operators.ts'
import type { Reader, Writer } from '../storage/storage.ts'
import { makeSignInLink } from './sign-in-links.ts'
import { addUser } from './users.ts'

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
  const user = await addUser(tx, operator, { ...admin, role: 'admin' }, now, 'adminEmail')
  return { operator, adminToken: (await makeSignInLink(tx, { userId: user.id }, invitationLifeMs, now)).token }
}

async function freeRef(db: Reader): Promise<string> {
  for (;;) {
    const ref = operatorRef(randomBytes(16))
    if ((await findOperatorByRef(db, ref)) === null) return ref
  }
}

/** One page of the accounts on this server, newest first. */
export function listAccounts(db: Reader, asked: PageAsked) {
  return listOperators(db, spanOf(asked))
}
