import { toInstant } from '../domain/instant.ts'
import { listUsers } from '../storage/queries/users.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The people of one operator. */
export const userListCommand = configuredCommand({
  words: 'user list',
  about: "Lists the people on an operator's account.",
  examples: ['user list --operator OP-7GQ2M', 'user list --operator OP-7GQ2M --json'],
  flags: { operator: required('OP-…', 'The operator whose people to list.') },
  async run({ flags, config, out }) {
    const users = await withDataFolder(config, ({ storage }) =>
      storage.read(async (db) => listUsers(db, (await mustFindOperator(db, flags.operator)).id)),
    )
    const data = users.map(({ id, email, name, role, createdAt }) => ({
      id,
      email,
      name,
      role,
      created_at: toInstant(createdAt),
    }))
    const rows = data.map((user) => [String(user.id), user.name, user.email, user.role])
    await out.answer({ data }, table(['ID', 'NAME', 'E-MAIL', 'ROLE'], rows))
  },
})
