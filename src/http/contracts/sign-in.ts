import { Type } from '@sinclair/typebox'
import type { Issued, SeenDevice } from '../../actions/people/devices.ts'
import type { AccountSwitch, LinkEntry } from '../../actions/people/sign-in.ts'
import type { CodeEntry } from '../../actions/people/sign-in-codes.ts'
import { abilities } from '../../domain/ability.ts'
import type { SignInPlace } from '../../domain/sign-in.ts'
import { defineBodyContract, defineContract } from '../contract.ts'
import { email, input, moment, nullable, type Of, oneOf, record, text } from '../schema.ts'
import { asRecord } from './fields.ts'

const deviceNameField = Type.Optional(nullable(text({ max: 60 })))

export const LinkBody = input({ email: email() })

const operatorRefField = Type.Optional(nullable(text({ max: 20 })))

export const ExchangeBody = input({
  token: text({ min: 1, max: 200 }),
  device_name: deviceNameField,
  operator_ref: operatorRefField,
})

export function toLinkEntry({ token, device_name = null, operator_ref = null }: Of<typeof ExchangeBody>): LinkEntry {
  return { token, device: device_name, operatorRef: operator_ref }
}

export const SwitchBody = input({ operator_ref: text({ min: 1, max: 20 }) })

/** A validated body with its bearer token, for the action. */
export function toAccountSwitch({ operator_ref }: Of<typeof SwitchBody>, bearer = ''): AccountSwitch {
  return { operatorRef: operator_ref, presented: bearer.trimStart() }
}

const Account = record({ operator_ref: Type.String(), name: Type.String() })

/** The accounts of one person. */
export const AccountsView = defineContract(Type.Array(Account), (accounts: readonly SignInPlace[]) =>
  accounts.map(({ ref, name }) => ({ operator_ref: ref, name })),
)

export const CodeBody = input({ phone: text({ min: 1, max: 24 }) })

export const VerifyBody = input({
  phone: text({ min: 1, max: 24 }),
  code: text({ min: 1, max: 24 }),
  device_name: deviceNameField,
  operator_ref: operatorRefField,
})

export function toCodeEntry({ phone, code, device_name = null, operator_ref = null }: Of<typeof VerifyBody>): CodeEntry {
  return { phone, code, device: device_name, operatorRef: operator_ref }
}

/** The answer to a request for a link or a code, the same with and without a matching account. */
export const MessageBody = record({ message: Type.String() })

export const LinkSentView = defineBodyContract(MessageBody, () => ({
  message: 'If this address belongs to an account, we have sent a sign-in link.',
}))

export const CodeSentView = defineBodyContract(MessageBody, () => ({
  message: 'If this phone number belongs to a driver, we have sent a sign-in code.',
}))

const IssuedToken = record({
  token: Type.String(),
  token_id: Type.String(),
  device_name: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(moment()),
})

/** A new token. Only this answer shows it. */
export const IssuedView = defineContract(IssuedToken, (issued: Issued) =>
  asRecord(IssuedToken, issued, { abilities: [...issued.abilities] }),
)

const Session = record({
  token_id: Type.String(),
  device_name: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(moment()),
})

/** A new token for a cookie, shown without the token itself. */
export const SessionView = defineContract(Session, (issued: Issued) =>
  asRecord(Session, issued, { abilities: [...issued.abilities] }),
)

const Device = record({
  id: Type.Integer(),
  device_name: Type.String(),
  current: Type.Boolean(),
  last_used_at: nullable(moment()),
  expires_at: nullable(moment()),
  created_at: nullable(moment()),
})

/** The caller's own devices. */
export const DevicesView = defineContract(Type.Array(Device), (devices: readonly SeenDevice[]) =>
  devices.map((device) => asRecord(Device, device, { device_name: device.name, current: device.isCurrent })),
)
