import { removePlatformPerson } from '../actions/people/platform-people.ts'
import { removeUser } from '../actions/people/users.ts'
import { asOneLine } from '../domain/control-characters.ts'
import { toInstant } from '../domain/instant.ts'
import { emailAddress } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { mustFindPerson, whoseAccount } from './find-person.ts'
import { required } from './flag.ts'
import { withDataFolder } from './open-storage.ts'

/** Takes a person off their account and signs them out everywhere. */
export const userRemoveCommand = configuredCommand({
  words: 'user remove',
  about:
    "Takes a person off their account, or from among the marketplace's people; they are signed out everywhere at once. The last admin of an account stays. Keys that they minted go on working: `key list` names them.",
  examples: [
    'user remove --email jo@dales.example',
    'user remove --email jo@dales.example --operator OP-7GQ2M --json',
    'user remove --email kim@market.example --platform',
  ],
  flags: { email: required('E-MAIL', 'The address the person signs in with.', emailAddress), ...whoseAccount },
  async run({ flags, config, out }) {
    const removed = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const { user, operator } = await mustFindPerson(tx, flags)
        if (operator === null) return removePlatformPerson(tx, user.id, now)
        return removeUser(tx, { operatorId: operator.id }, user.id, now)
      }),
    )
    const removedAt = removed.removedAt === null ? null : toInstant(removed.removedAt)
    await out.answer(
      { id: removed.id, email: removed.email, removed_at: removedAt },
      removed.operatorId === null
        ? `${asOneLine(removed.name)} is no longer among the marketplace's people.`
        : `${asOneLine(removed.name)} is off the account.`,
    )
  },
})
