import { removeUser } from '../actions/users.ts'
import { asOneLine } from '../domain/control-characters.ts'
import { toInstant } from '../domain/instant.ts'
import { email } from '../reading.ts'
import { configuredCommand } from './command.ts'
import { mustFindPerson, whoseAccount } from './find-person.ts'
import { required } from './flag.ts'
import { withDataFolder } from './open-storage.ts'

/** Takes a person off their account and signs them out everywhere. */
export const userRemoveCommand = configuredCommand({
  words: 'user remove',
  about: 'Takes a person off their account; they are signed out everywhere at once. The last admin stays.',
  examples: ['user remove --email jo@dales.example', 'user remove --email jo@dales.example --operator OP-7GQ2M --json'],
  flags: { email: required('E-MAIL', 'The address the person signs in with.', email), operator: whoseAccount },
  async run({ flags, config, out }) {
    const removed = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const user = await mustFindPerson(tx, flags.email, flags.operator)
        await removeUser(tx, user, user.id, now)
        return { ...user, removedAt: now }
      }),
    )
    const removedAt = toInstant(removed.removedAt)
    await out.answer(
      { id: removed.id, email: removed.email, removed_at: removedAt },
      `${asOneLine(removed.name)} is off the account.`,
    )
  },
})
