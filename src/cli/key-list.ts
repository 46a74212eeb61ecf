import { toInstant } from '../domain/instant.ts'
import { listKeys } from '../storage/queries/credentials.ts'
import { configuredCommand } from './command.ts'
import { required } from './flag.ts'
import { mustFindOperator, withDataFolder } from './open-storage.ts'
import { table } from './output.ts'

/** The keys of one operator, without their tokens. */
export const keyListCommand = configuredCommand({
  words: 'key list',
  about: "Lists an operator's keys and who minted them, revoked ones among them, never their tokens.",
  examples: ['key list --operator OP-7GQ2M', 'key list --operator OP-7GQ2M --json'],
  flags: { operator: required('OP-…', 'The operator whose keys to list.') },
  async run({ flags, config, out }) {
    const keys = await withDataFolder(config, ({ storage }) =>
      storage.read(async (db) => listKeys(db, (await mustFindOperator(db, flags.operator)).id)),
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
    await out.answer({ data }, table(['KEY', 'NAME', 'MINTED BY', 'TOKEN', 'ABILITIES', 'LAST USED', ''], rows))
  },
})
