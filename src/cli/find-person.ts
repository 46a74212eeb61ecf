import { toOneLine } from '../domain/control-characters.ts'
import { findPeopleByEmail, type KnownPerson } from '../storage/queries/users.ts'
import type { Reader } from '../storage/storage.ts'
import { CliFailure, createUsageFailure, exit } from './exit.ts'
import { defineOptionalFlag, defineToggle } from './flag.ts'
import { requireOperatorByRef } from './open-storage.ts'

/** Flags of commands about a person, who can be on several accounts. */
export const accountFlags = {
  operator: defineOptionalFlag('OP-…', "The person's account. Required if the address belongs to several accounts."),
  platform: defineToggle("A person of the marketplace, without an operator's account."),
}

type SoughtPerson = { readonly email: string; readonly operator: string | null; readonly platform: boolean }

/** Fails with 2 unless exactly one of the two flags is given. */
export function requireOperatorOrPlatform({ operator, platform }: Pick<SoughtPerson, 'operator' | 'platform'>): void {
  if (platform === (operator !== null)) {
    throw createUsageFailure('Use either --operator or --platform.')
  }
}

/** The person with an address. Fails with 1 without such a person, and with 2 if the address is on several accounts. */
export async function requirePersonByEmail(db: Reader, whose: SoughtPerson): Promise<KnownPerson> {
  const { email, platform } = whose
  if (platform && whose.operator !== null) requireOperatorOrPlatform(whose)
  const known = await findPeopleByEmail(db, email.toLowerCase())
  const wanted = whose.operator === null ? null : await requireOperatorByRef(db, whose.operator)
  const found = known.filter(({ operator }) => (platform ? operator === null : wanted === null || operator?.id === wanted.id))
  const [only, ...more] = found
  if (only === undefined) {
    const account = platform ? '--platform' : `--operator ${wanted?.ref ?? 'OP-…'}`
    const create = `charabanc user create ${account} --email ${email} --name …${platform ? '' : ' --role admin'}`
    const where = platform ? " among the marketplace's people" : wanted === null ? '' : ` on the account of ${wanted.ref}`
    throw new CliFailure(exit.failure, `There is no person with ${email}${where}. Create one: ${create}`)
  }
  if (more.length === 0) return only
  const accounts = found.map(({ operator }) =>
    operator === null ? 'the marketplace' : `${operator.ref} (${toOneLine(operator.name)})`,
  )
  const choice = found.some(({ operator }) => operator === null) ? '--operator, or with --platform' : '--operator'
  throw createUsageFailure(`${email} belongs to several accounts: ${accounts.join(', ')}. Choose one with ${choice}.`)
}
