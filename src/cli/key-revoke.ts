import { endKey } from '../actions/people/credentials.ts'
import { asOneLine } from '../domain/control-characters.ts'
import { toInstant } from '../domain/instant.ts'
import { findKey } from '../storage/queries/credentials.ts'
import { configuredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { required } from './flag.ts'
import { withDataFolder } from './open-storage.ts'

/** Ends a key, from its very next call. */
export const keyRevokeCommand = configuredCommand({
  words: 'key revoke',
  about: 'Ends a key; its very next call is refused. Revoking it again changes nothing.',
  examples: ['key revoke --token-id 0193c5a0-0000-7000-8000-000000000000'],
  flags: { tokenId: required('ID', 'The key as `charabanc key list` names it.') },
  async run({ flags, config, out }) {
    const key = await withDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => (await endKey(tx, flags.tokenId, null, now)) ?? findKey(tx, flags.tokenId)),
    )
    if (key === null || key.revokedAt === null) throw new CliFailure(exit.failure, `There is no key ${flags.tokenId}.`)
    const revokedAt = toInstant(key.revokedAt)
    await out.answer(
      { token_id: key.tokenId, revoked_at: revokedAt },
      `The key ${asOneLine(key.name)} (${key.hint}) is revoked since ${revokedAt}.`,
    )
  },
})
