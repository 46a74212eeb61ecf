import { mustBePhones } from '../actions/people/phones.ts'
import { invitePlatformPerson } from '../actions/people/platform-people.ts'
import { signInUrl } from '../actions/people/sign-in-links.ts'
import { addUser } from '../actions/people/users.ts'
import type { Config } from '../config.ts'
import { type Role, roles } from '../domain/ability.ts'
import { toInstant } from '../domain/instant.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { spanInWords } from '../domain/spoken.ts'
import { emailAddress, oneWordOf, phone } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { usage } from './exit.ts'
import { mustBeOneOf } from './find-person.ts'
import { optional, required, toggle } from './flag.ts'
import { serverAddress } from './lock.ts'
import { mustFindOperator, withDataFolder, withNewDataFolder } from './open-storage.ts'
import type { Output } from './output.ts'

/** Puts a person on an operator's account, or among the marketplace's people. */
export const userCreateCommand = configuredCommand({
  words: 'user create',
  about: "Puts a person on an operator's account, or among the marketplace's people.",
  examples: [
    'user create --operator OP-7GQ2M --email jo@dales.example --name "Jo Dale" --role dispatcher',
    'user create --platform --email kim@market.example --name "Kim Lee"',
  ],
  flags: {
    operator: optional('OP-…', 'The operator the person works for.'),
    platform: toggle('Among the people of the marketplace, who work for no operator.'),
    email: required('E-MAIL', 'The address the person signs in with.', emailAddress),
    name: required('NAME', "The person's name."),
    role: optional<Role>('ROLE', `What the person does for the operator: ${roles.join(', ')}.`, oneWordOf(...roles)),
    phone: optional('NUMBER', 'Where SMS of the operator reach the person.', phone),
  },
  async run({ flags, config, out }) {
    mustBeOneOf(flags)
    if (flags.operator === null) return createPlatformPerson(flags, config, out)
    const { operator, role } = flags
    if (role === null) throw usage('--role ROLE is missing.')
    const user = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const account = await mustFindOperator(tx, operator)
        mustBePhones(config, [account], [[['phone'], flags.phone]])
        return addUser(tx, account, { ...flags, role }, now)
      }),
    )
    await out.answer({ id: user.id, email: user.email, role: user.role }, `${user.name} is on the account as ${user.role}.`)
    await out.remark(`Next, a link to sign in with: charabanc user link --email ${user.email} --operator ${operator}`)
  },
})

type PersonTyped = { readonly email: string; readonly name: string; readonly role: Role | null; readonly phone: string | null }

async function createPlatformPerson(entry: PersonTyped, config: Config, out: Output): Promise<undefined> {
  if (entry.role !== null) throw usage("--role is for an operator's people; the marketplace's have one role.")
  if (entry.phone !== null) throw usage("--phone is for an operator's people; the marketplace's are sent no SMS.")
  const baseUrl = serverAddress(config)
  const { person, link } = await withNewDataFolder(config, ({ storage, secretBox }, now) =>
    storage.transact((tx) => invitePlatformPerson(tx, { secretBox, baseUrl }, entry, now)),
  )
  const url = signInUrl(baseUrl, 'marketplace', link.token)
  const told = { id: person.id, email: person.email, role: person.role, link: url, expires_at: toInstant(link.expiresAt) }
  const goodFor = spanInWords(invitationLifeMs)
  await out.answer(told, `${person.name} is among the marketplace's people, and signs in within ${goodFor} at ${url}`)
  await out.remark('The link works once. Next, when it is used up or too old:')
  await out.remark(`  charabanc user link --email ${person.email} --platform`)
}
