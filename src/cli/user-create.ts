import { requireValidPhones } from '../actions/people/phones.ts'
import { invitePlatformPerson } from '../actions/people/platform-people.ts'
import { buildSignInUrl } from '../actions/people/sign-in-links.ts'
import { addUser } from '../actions/people/users.ts'
import type { Config } from '../config.ts'
import { type Role, roles } from '../domain/ability.ts'
import { toInstant } from '../domain/instant.ts'
import { invitationLifeMs } from '../domain/sign-in.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import { emailAddress, oneWordOf, phone } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { createUsageFailure } from './exit.ts'
import { requireOperatorOrPlatform } from './find-person.ts'
import { defineOptionalFlag, defineRequiredFlag, defineToggle } from './flag.ts'
import { findServerAddress } from './lock.ts'
import { requireOperatorByRef, runWithDataFolder, runWithNewDataFolder } from './open-storage.ts'
import type { Output } from './output.ts'

/** Adds a person to an operator's account, or to the marketplace. */
export const userCreateCommand = defineConfiguredCommand({
  words: 'user create',
  about: "Adds a person to an operator's account, or to the marketplace.",
  examples: [
    'user create --operator OP-7GQ2M --email jo@dales.example --name "Jo Dale" --role dispatcher',
    'user create --platform --email kim@market.example --name "Kim Lee"',
  ],
  flags: {
    operator: defineOptionalFlag('OP-…', "The person's operator."),
    platform: defineToggle('Adds the person to the marketplace, without an operator.'),
    email: defineRequiredFlag('E-MAIL', "The person's email address for sign-in.", emailAddress),
    name: defineRequiredFlag('NAME', "The person's name."),
    role: defineOptionalFlag<Role>('ROLE', `The person's role: ${roles.join(', ')}.`, oneWordOf(...roles)),
    phone: defineOptionalFlag('NUMBER', "The person's phone number for SMS from the operator.", phone),
  },
  async run({ flags, config, out }) {
    requireOperatorOrPlatform(flags)
    if (flags.operator === null) return createPlatformPerson(flags, config, out)
    const { operator, role } = flags
    if (role === null) throw createUsageFailure('--role ROLE is missing.')
    const user = await runWithDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const account = await requireOperatorByRef(tx, operator)
        requireValidPhones(config, [account], [[['phone'], flags.phone]])
        return addUser(tx, account, { ...flags, role }, now)
      }),
    )
    await out.answer({ id: user.id, email: user.email, role: user.role }, `${user.name} is on the account as ${user.role}.`)
    await out.remark(`Next, a link to sign in with: charabanc user link --email ${user.email} --operator ${operator}`)
  },
})

type PersonTyped = { readonly email: string; readonly name: string; readonly role: Role | null; readonly phone: string | null }

async function createPlatformPerson(entry: PersonTyped, config: Config, out: Output): Promise<undefined> {
  if (entry.role !== null) throw createUsageFailure('Use --role only with --operator. The marketplace has one role.')
  if (entry.phone !== null) throw createUsageFailure("Use --phone only with --operator. The marketplace's people receive no SMS.")
  const baseUrl = findServerAddress(config)
  const { person, link } = await runWithNewDataFolder(config, ({ storage, secretBox }, now) =>
    storage.transact((tx) => invitePlatformPerson(tx, { secretBox, baseUrl }, entry, now)),
  )
  const url = buildSignInUrl(baseUrl, 'marketplace', link.token)
  const told = { id: person.id, email: person.email, role: person.role, link: url, expires_at: toInstant(link.expiresAt) }
  const goodFor = formatDurationInWords(invitationLifeMs)
  await out.answer(told, `${person.name} was added to the marketplace. Sign in within ${goodFor} at ${url}`)
  await out.remark('The link works once. To make another link later:')
  await out.remark(`  charabanc user link --email ${person.email} --platform`)
}
