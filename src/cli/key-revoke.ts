import { endKey } from '../actions/credentials.ts'
import { toOneLine } from '../domain/control-characters.ts'
import { toInstant } from '../domain/instant.ts'
import { findKey } from '../storage/queries/credentials.ts'
import { defineConfiguredCommand } from './command.ts'
import { CliFailure, exit } from './exit.ts'
import { defineRequiredFlag } from './flag.ts'
import { runWithDataFolder } from './open-storage.ts'

/** Revokes a key. */
export const keyRevokeCommand = defineConfiguredCommand({
  words: 'key revoke',
  about: 'Revokes a key. The server refuses its next request. Revoking it again has no effect.',
  examples: ['key revoke --token-id 0193c5a0-0000-7000-8000-000000000000'],
  flags: { tokenId: defineRequiredFlag('ID', "The key's id from `charabanc key list`.") },
  async run({ flags, config, out }) {
    const key = await runWithDataFolder(config, ({ storage }, now) =>
      storage.transact(async (tx) => (await endKey(tx, flags.tokenId, null, now)) ?? findKey(tx, flags.tokenId)),
    )
    if (key === null || key.revokedAt === null) throw new CliFailure(exit.failure, `There is no key ${flags.tokenId}.`)
    const revokedAt = toInstant(key.revokedAt)
    await out.answer(
      { token_id: key.tokenId, revoked_at: revokedAt },
      `The key ${toOneLine(key.name)} (${key.hint}) was revoked at ${revokedAt}.`,
    )
  },
})
