import { removePlatformPerson } from '../actions/people/platform-people.ts'
import { removeUser } from '../actions/people/users.ts'
import { toOneLine } from '../domain/control-characters.ts'
import { toInstant } from '../domain/instant.ts'
import { emailAddress } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { accountFlags, requirePersonByEmail } from './find-person.ts'
import { defineRequiredFlag } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'

/** Removes a person from an account and signs the person out everywhere. */
export const userRemoveCommand = defineConfiguredCommand({
  words: 'user remove',
  about:
    'Removes a person from an account or from the marketplace, and signs the person out everywhere. The last admin of an account cannot be removed. Keys that the person created keep working: see `key list`.',
  examples: [
    'user remove --email jo@dales.example',
    'user remove --email jo@dales.example --operator OP-7GQ2M --json',
    'user remove --email kim@market.example --platform',
  ],
  flags: { email: defineRequiredFlag('E-MAIL', "The person's email address for sign-in.", emailAddress), ...accountFlags },
  async run({ flags, config, out }) {
    const removed = await runWithDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const { user, operator } = await requirePersonByEmail(tx, flags)
        if (operator === null) return removePlatformPerson(tx, user.id, now)
        return removeUser(tx, { operatorId: operator.id }, user.id, now)
      }),
    )
    const removedAt = removed.removedAt === null ? null : toInstant(removed.removedAt)
    await out.answer(
      { id: removed.id, email: removed.email, removed_at: removedAt },
      removed.operatorId === null
        ? `${toOneLine(removed.name)} was removed from the marketplace.`
        : `${toOneLine(removed.name)} was removed from the account.`,
    )
  },
})
