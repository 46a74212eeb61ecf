import { Type } from '@sinclair/typebox'
import type { CallerAccount } from '../../actions/people/me.ts'
import { abilities, platformRole, roles } from '../../domain/ability.ts'
import type { PlatformCaller } from '../../domain/caller.ts'
import { toInstant } from '../../domain/instant.ts'
import { defineContract } from '../contract.ts'
import { moment, nullable, type Of, oneOf, record } from '../schema.ts'
import { asRecord } from './fields.ts'

export const Me = record({
  operator_ref: Type.String(),
  operator: record({
    name: Type.String(),
    operator_licence: nullable(Type.String()),
    timezone: Type.String(),
    currency_code: Type.String(),
  }),
  credential: record({
    kind: oneOf(['api_key', 'operator_device']),
    token_id: Type.String(),
    name: Type.String(),
    abilities: Type.Array(oneOf(abilities)),
    expires_at: nullable(moment()),
    last_used_at: nullable(moment()),
    created_at: moment(),
  }),
  user: nullable(record({ id: Type.Integer(), name: Type.String(), email: Type.String(), role: oneOf(roles) })),
})

/** The caller in the API. */
function asMe({ caller, operator }: CallerAccount): Of<typeof Me> {
  const { credential, user } = caller
  return {
    operator_ref: operator.ref,
    operator: {
      name: operator.name,
      operator_licence: operator.operatorLicence,
      timezone: operator.timezone,
      currency_code: operator.currencyCode,
    },
    credential: {
      kind: caller.kind,
      token_id: credential.tokenId,
      name: credential.name,
      abilities: [...credential.abilities],
      expires_at: credential.expiresAt === null ? null : toInstant(credential.expiresAt),
      last_used_at: credential.lastUsedAt === null ? null : toInstant(credential.lastUsedAt),
      created_at: toInstant(credential.createdAt),
    },
    user: user && { id: user.id, name: user.name, email: user.email, role: user.role },
  }
}

export const MeView = defineContract(Me, asMe)

export const PlatformMe = record({
  user: nullable(record({ id: Type.Integer(), name: Type.String(), email: Type.String(), role: oneOf([platformRole]) })),
  credential: record({
    kind: oneOf(['platform_key', 'operator_device']),
    token_id: Type.String(),
    name: Type.String(),
    expires_at: nullable(moment()),
    last_used_at: nullable(moment()),
    created_at: moment(),
  }),
})

/** The caller for the marketplace. `user` is null for a key, which belongs to no person. */
export const PlatformMeView = defineContract(PlatformMe, ({ kind, credential, user }: PlatformCaller) => ({
  user: user && { id: user.id, name: user.name, email: user.email, role: user.role },
  credential: asRecord(PlatformMe.properties.credential, credential, {
    kind: kind === 'platform_key' ? kind : ('operator_device' as const),
  }),
}))
