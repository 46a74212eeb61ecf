import { mintCredential } from '../actions/credentials.ts'
import { abilities } from '../domain/ability.ts'
import { toInstant } from '../domain/instant.ts'
import { lengthAsMs, oneWordOf } from '../setting-values.ts'
import { defineConfiguredCommand } from './command.ts'
import { createUsageFailure } from './exit.ts'
import { defineOptionalFlag, defineRepeatedFlag, defineRequiredFlag, defineToggle } from './flag.ts'
import { findServerAddress } from './lock.ts'
import { requireOperatorByRef, runWithDataFolder, runWithNewDataFolder } from './open-storage.ts'

/** Creates a key and shows its token once. */
export const keyMintCommand = defineConfiguredCommand({
  words: 'key mint',
  about: 'Creates a key, for an operator or for the platform. The token is shown once and not stored.',
  examples: [
    'key mint --operator OP-7GQ2M --name dispatch --ability jobs:read --ability quotes:write',
    'key mint --operator OP-7GQ2M --name books --ability payouts:read --expires 90d',
    'key mint --platform --name website',
  ],
  flags: {
    operator: defineOptionalFlag('OP-…', 'The operator of the key.'),
    platform: defineToggle('A key for the platform API, without an operator.'),
    name: defineRequiredFlag('NAME', 'The purpose of the key.'),
    ability: defineRepeatedFlag(
      'ABILITY',
      `An ability of the key: ${abilities.join(', ')}. Repeat the flag for each ability.`,
      oneWordOf(...abilities),
    ),
    expires: defineOptionalFlag('90d', 'The lifetime of the key. Default: no end.', lengthAsMs),
  },
  async run({ flags, config, out }) {
    if (flags.platform === (flags.operator !== null)) throw createUsageFailure('Use either --operator or --platform.')
    if (flags.platform && flags.ability.length > 0) throw createUsageFailure('A platform key has no abilities.')
    if ([...flags.name].length > 120) throw createUsageFailure('--name must have at most 120 characters.')
    const open = flags.platform ? runWithNewDataFolder : runWithDataFolder
    const minted = await open(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const operator = flags.operator === null ? null : await requireOperatorByRef(tx, flags.operator)
        return mintCredential(
          tx,
          {
            kind: operator === null ? 'platform_key' : 'api_key',
            name: flags.name,
            operatorId: operator?.id ?? null,
            abilities: abilities.filter((one) => flags.ability.includes(one)),
            expiresAt: flags.expires === null ? null : now + flags.expires,
          },
          now,
        )
      }),
    )
    const { token, row } = minted
    const expiresAt = row.expiresAt === null ? null : toInstant(row.expiresAt)
    await out.answer({ token, token_id: row.tokenId, abilities: row.abilities, expires_at: expiresAt }, token)
    const base = findServerAddress(config)
    const path = row.kind === 'platform_key' ? '/platform/v1/operators' : '/api/v1/me'
    await out.remark('This token is not shown again. While the server runs, try:')
    await out.remark(`  curl -H "Authorization: Bearer ${token}" ${base}${path}`)
  },
})
