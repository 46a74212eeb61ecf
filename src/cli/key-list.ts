import { toInstant } from '../domain/instant.ts'
import { listKeys } from '../storage/queries/credentials.ts'
import { defineConfiguredCommand } from './command.ts'
import { defineRequiredFlag } from './flag.ts'
import { requireOperatorByRef, runWithDataFolder } from './open-storage.ts'
import { formatTable } from './output.ts'

/** The keys of one operator, without their tokens. */
export const keyListCommand = defineConfiguredCommand({
  words: 'key list',
  about: "Lists an operator's keys with their authors, including revoked keys, without the tokens.",
  examples: ['key list --operator OP-7GQ2M', 'key list --operator OP-7GQ2M --json'],
  flags: { operator: defineRequiredFlag('OP-…', 'The operator.') },
  async run({ flags, config, out }) {
    const keys = await runWithDataFolder(config, ({ storage }) =>
      storage.read(async (db) => listKeys(db, (await requireOperatorByRef(db, flags.operator)).id)),
    )
    const when = (ms: number | null) => (ms === null ? null : toInstant(ms))
    const data = keys.map((key) => ({
      token_id: key.tokenId,
      name: key.name,
      minted_by: key.mintedBy?.name ?? null,
      hint: key.hint,
      abilities: key.abilities,
      expires_at: when(key.expiresAt),
      last_used_at: when(key.lastUsedAt),
      created_at: when(key.createdAt),
      revoked_at: when(key.revokedAt),
    }))
    const rows = data.map((key) => [
      key.token_id,
      key.name,
      key.minted_by ?? '–',
      key.hint,
      key.abilities.join(' '),
      key.last_used_at ?? 'never used',
      key.revoked_at === null ? '' : `revoked ${key.revoked_at}`,
    ])
    await out.answer({ data }, formatTable(['KEY', 'NAME', 'CREATED BY', 'TOKEN', 'ABILITIES', 'LAST USED', ''], rows))
  },
})
