import { toInstant } from '../domain/instant.ts'
import { listPlatformPeople, listUsers } from '../storage/queries/users.ts'
import { configuredCommand } from './command.ts'
import { mustBeOneOf } from './find-person.ts'
import { optional, toggle } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The people of one operator, or the marketplace's. */
export const userListCommand = configuredCommand({
  words: 'user list',
  about: "Lists the people on an operator's account, or those of the marketplace.",
  examples: ['user list --operator OP-7GQ2M', 'user list --operator OP-7GQ2M --json', 'user list --platform'],
  flags: {
    operator: optional('OP-…', 'The operator whose people to list.'),
    platform: toggle("The marketplace's people, who are on no account."),
  },
  async run({ flags, config, out }) {
    mustBeOneOf(flags)
    const { operator } = flags
    const users = await withDataFolder(config, ({ storage }) =>
      storage.read(async (db) =>
        operator === null ? listPlatformPeople(db) : listUsers(db, (await mustFindOperator(db, operator)).id),
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
    await out.answer({ data }, table(['ID', 'NAME', 'E-MAIL', 'ROLE', 'PHONE'], rows))
  },
})
