import { asOneLine } from '../domain/control-characters.ts'
import { findUsersByEmail, type UserRow } from '../storage/queries/users.ts'
import type { Reader } from '../storage/storage.ts'
import { CliFailure, exit, usage } from './exit.ts'
import { optional } from './flag.ts'
import { mustFindOperator } from './open-storage.ts'

/** The flag of commands about a person who may be on several accounts. */
export const whoseAccount = optional('OP-…', 'Whose account; needed where the address is on several.')

/** The person with an address. Fails with 1 where there is none, and with 2 where an address on several accounts leaves it open who. */
export async function mustFindPerson(db: Reader, email: string, operatorRef: string | null): Promise<UserRow> {
  const known = await findUsersByEmail(db, email.toLowerCase())
  const wanted = operatorRef === null ? null : await mustFindOperator(db, operatorRef)
  const found = known.filter(({ operator }) => wanted === null || operator.id === wanted.id)
  const [only, ...more] = found
  if (only === undefined) {
    const where = wanted === null ? '' : ` on the account of ${wanted.ref}`
    const create = `charabanc user create --operator ${wanted?.ref ?? 'OP-…'} --email ${email} --name … --role admin`
    throw new CliFailure(exit.failure, `Nobody signs in with ${email}${where}. To put them on an account: ${create}`)
  }
  if (more.length === 0) return only.user
  const accounts = found.map(({ operator }) => `${operator.ref} (${asOneLine(operator.name)})`)
  throw usage(`${email} is on several accounts: ${accounts.join(', ')}. Say which with --operator.`)
}
