import { toInstant } from '../domain/instant.ts'
import { listPlatformPeople, listUsers } from '../storage/queries/users.ts'
import { defineConfiguredCommand } from './command.ts'
import { requireOperatorOrPlatform } from './find-person.ts'
import { defineOptionalFlag, defineToggle } from './flag.ts'
import { requireOperatorByRef, runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'

/** The people of one operator, or of the marketplace. */
export const userListCommand = defineConfiguredCommand({
  words: 'user list',
  about: "Lists the people of an operator's account, or of the marketplace.",
  examples: ['user list --operator OP-7GQ2M', 'user list --operator OP-7GQ2M --json', 'user list --platform'],
  flags: {
    operator: defineOptionalFlag('OP-…', 'The operator.'),
    platform: defineToggle('The people of the marketplace.'),
  },
  async run({ flags, config, out }) {
    requireOperatorOrPlatform(flags)
    const { operator } = flags
    const users = await runWithDataFolder(config, ({ storage }) =>
      storage.read(async (db) =>
        operator === null ? listPlatformPeople(db) : listUsers(db, (await requireOperatorByRef(db, operator)).id),
      ),
    )
    const data = users.map(({ id, email, name, role, phone, createdAt }) => ({
      id,
      email,
      name,
      role,
      phone,
      created_at: toInstant(createdAt),
    }))
    const rows = data.map((user) => [String(user.id), user.name, user.email, user.role, user.phone ?? ''])
    await out.answer({ data }, formatTable(['ID', 'NAME', 'E-MAIL', 'ROLE', 'PHONE'], rows))
  },
})
