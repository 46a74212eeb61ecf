import { Type } from '@sinclair/typebox'
import type { Issued, SeenDevice } from '../../actions/devices.ts'
import { abilities } from '../../domain/ability.ts'
import { toInstant } from '../../domain/instant.ts'
import { email, input, nullable, type Of, oneOf, record, text } from '../schema.ts'
import { instantOf } from './instant.ts'

const deviceNameField = Type.Optional(nullable(text({ max: 60 })))

export const LinkBody = input({ email: email() })

const operatorRefField = Type.Optional(nullable(text({ max: 20 })))

export const ExchangeBody = input({
  token: text({ min: 1, max: 200 }),
  device_name: deviceNameField,
  operator_ref: operatorRefField,
})

export const SwitchBody = input({ operator_ref: text({ min: 1, max: 20 }) })

export const CodeBody = input({ phone: text({ min: 1, max: 24 }) })

export const VerifyBody = input({
  phone: text({ min: 1, max: 24 }),
  code: text({ min: 1, max: 24 }),
  device_name: deviceNameField,
  operator_ref: operatorRefField,
})

/** The whole answer of a request for a link or a code, whether or not anybody is there to get it. */
export const MessageBody = record({ message: Type.String() })

export const IssuedEnvelope = record({
  data: record({
    token: Type.String(),
    token_id: Type.String(),
    device_name: Type.String(),
    abilities: Type.Array(oneOf(abilities)),
    expires_at: nullable(Type.String()),
  }),
})

/** A token just issued, told here only. */
export function asIssued({ token, tokenId, deviceName, abilities, expiresAt }: Issued): Of<typeof IssuedEnvelope> {
  const expires_at = instantOf(expiresAt)
  return { data: { token, token_id: tokenId, device_name: deviceName, abilities: [...abilities], expires_at } }
}

export const DevicesEnvelope = record({
  data: Type.Array(
    record({
      id: Type.Integer(),
      device_name: Type.String(),
      current: Type.Boolean(),
      last_used_at: nullable(Type.String()),
      expires_at: nullable(Type.String()),
      created_at: nullable(Type.String()),
    }),
  ),
})

/** The devices of whoever asks. */
export function asDevices(devices: readonly SeenDevice[]): Of<typeof DevicesEnvelope> {
  return {
    data: devices.map(({ id, name, isCurrent, lastUsedAt, expiresAt, createdAt }) => ({
      id,
      device_name: name,
      current: isCurrent,
      last_used_at: instantOf(lastUsedAt),
      expires_at: instantOf(expiresAt),
      created_at: toInstant(createdAt),
    })),
  }
}
