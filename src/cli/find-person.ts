import { asOneLine } from '../domain/control-characters.ts'
import { findPeopleByEmail, type KnownPerson } from '../storage/queries/users.ts'
import type { Reader } from '../storage/storage.ts'
import { CliFailure, exit, usage } from './exit.ts'
import { optional, toggle } from './flag.ts'
import { mustFindOperator } from './open-storage.ts'

/** The flags of commands about a person who may be on several accounts. */
export const whoseAccount = {
  operator: optional('OP-…', 'SoughtPerson account; needed where the address is on several.'),
  platform: toggle("Among the marketplace's people, who are on no account."),
}

type SoughtPerson = { readonly email: string; readonly operator: string | null; readonly platform: boolean }

/** One of two was to be said; fails with 2 for both or neither. */
export function mustBeOneOf({ operator, platform }: Pick<SoughtPerson, 'operator' | 'platform'>): void {
  if (platform === (operator !== null)) {
    throw usage("A person is either on the account of an --operator or among the --platform's people.")
  }
}

/** The person with an address. Fails with 1 where there is none, and with 2 where an address on several accounts leaves it open who. */
export async function mustFindPerson(db: Reader, whose: SoughtPerson): Promise<KnownPerson> {
  const { email, platform } = whose
  if (platform && whose.operator !== null) mustBeOneOf(whose)
  const known = await findPeopleByEmail(db, email.toLowerCase())
  const wanted = whose.operator === null ? null : await mustFindOperator(db, whose.operator)
  const found = known.filter(({ operator }) => (platform ? operator === null : wanted === null || operator?.id === wanted.id))
  const [only, ...more] = found
  if (only === undefined) {
    const account = platform ? '--platform' : `--operator ${wanted?.ref ?? 'OP-…'}`
    const create = `charabanc user create ${account} --email ${email} --name …${platform ? '' : ' --role admin'}`
    const where = platform ? " among the marketplace's people" : wanted === null ? '' : ` on the account of ${wanted.ref}`
    throw new CliFailure(exit.failure, `Nobody signs in with ${email}${where}. To put them there: ${create}`)
  }
  if (more.length === 0) return only
  const accounts = found.map(({ operator }) =>
    operator === null ? 'the marketplace' : `${operator.ref} (${asOneLine(operator.name)})`,
  )
  const choice = found.some(({ operator }) => operator === null) ? '--operator, or with --platform' : '--operator'
  throw usage(`${email} is on several accounts: ${accounts.join(', ')}. Say which with ${choice}.`)
}
