import { mintCredential } from '../actions/people/credentials.ts'
import { abilities } from '../domain/ability.ts'
import { toInstant } from '../domain/instant.ts'
import { lengthAsMs, oneWordOf } from '../setting-values.ts'
import { configuredCommand } from './command.ts'
import { usage } from './exit.ts'
import { optional, repeated, required, toggle } from './flag.ts'
import { serverAddress } from './lock.ts'
import { mustFindOperator, withDataFolder, withNewDataFolder } from './open-storage.ts'

/** Makes a key; its token is told once. */
export const keyMintCommand = configuredCommand({
  words: 'key mint',
  about: 'Makes a key, for an operator or for the platform. The token is told once and kept nowhere.',
  examples: [
    'key mint --operator OP-7GQ2M --name dispatch --ability jobs:read --ability quotes:write',
    'key mint --operator OP-7GQ2M --name books --ability payouts:read --expires 90d',
    'key mint --platform --name website',
  ],
  flags: {
    operator: optional('OP-…', 'The operator the key speaks for.'),
    platform: toggle('A key that feeds jobs in, for no operator in particular.'),
    name: required('NAME', 'What the key is for.'),
    ability: repeated('ABILITY', `What the key may do: ${abilities.join(', ')}. Give it once for each.`, oneWordOf(...abilities)),
    expires: optional('90d', 'When the key stops working; never unless given.', lengthAsMs),
  },
  async run({ flags, config, out }) {
    if (flags.platform === (flags.operator !== null)) throw usage('A key is either for an --operator or for the --platform.')
    if (flags.platform && flags.ability.length > 0) throw usage('A platform key holds no abilities.')
    if ([...flags.name].length > 120) throw usage('--name may have 120 characters at most.')
    const open = flags.platform ? withNewDataFolder : withDataFolder
    const minted = await open(config, ({ storage }, now) =>
      storage.transact(async (tx) => {
        const operator = flags.operator === null ? null : await mustFindOperator(tx, flags.operator)
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
    const base = serverAddress(config)
    const path = row.kind === 'platform_key' ? '/platform/v1/operators' : '/api/v1/me'
    await out.remark('This token is not shown again. While the server runs, try:')
    await out.remark(`  curl -H "Authorization: Bearer ${token}" ${base}${path}`)
  },
})
