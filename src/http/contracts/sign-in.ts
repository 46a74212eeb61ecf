import { Type } from '@sinclair/typebox'
import type { Issued, SeenDevice } from '../../actions/people/devices.ts'
import type { AccountSwitch, LinkEntry } from '../../actions/people/sign-in.ts'
import type { CodeEntry } from '../../actions/people/sign-in-codes.ts'
import { abilities } from '../../domain/ability.ts'
import type { SignInPlace } from '../../domain/sign-in.ts'
import { bodyContract, contract } from '../contract.ts'
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

/** A validated body as the action takes it. */
export function toLinkEntry({ token, device_name = null, operator_ref = null }: Of<typeof ExchangeBody>): LinkEntry {
  return { token, device: device_name, operatorRef: operator_ref }
}

export const SwitchBody = input({ operator_ref: text({ min: 1, max: 20 }) })

/** A validated body and the bearer token it came with, as the action takes them. */
export function toAccountSwitch({ operator_ref }: Of<typeof SwitchBody>, bearer = ''): AccountSwitch {
  return { operatorRef: operator_ref, presented: bearer.trimStart() }
}

const Account = record({ operator_ref: Type.String(), name: Type.String() })

/** The accounts that one person is on. */
export const AccountsView = contract(Type.Array(Account), (accounts: readonly SignInPlace[]) =>
  accounts.map(({ ref, name }) => ({ operator_ref: ref, name })),
)

export const CodeBody = input({ phone: text({ min: 1, max: 24 }) })

export const VerifyBody = input({
  phone: text({ min: 1, max: 24 }),
  code: text({ min: 1, max: 24 }),
  device_name: deviceNameField,
  operator_ref: operatorRefField,
})

/** A validated body as the action takes it. */
export function toCodeEntry({ phone, code, device_name = null, operator_ref = null }: Of<typeof VerifyBody>): CodeEntry {
  return { phone, code, device: device_name, operatorRef: operator_ref }
}

/** The whole answer of a request for a link or a code, whether or not anybody is there to get it. */
export const MessageBody = record({ message: Type.String() })

export const LinkSentView = bodyContract(MessageBody, () => ({
  message: 'If this address belongs to an account, a sign-in link is on its way to it.',
}))

export const CodeSentView = bodyContract(MessageBody, () => ({
  message: 'If this phone belongs to a driver, a sign-in code is on its way to it.',
}))

const IssuedToken = record({
  token: Type.String(),
  token_id: Type.String(),
  device_name: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(moment()),
})

/** A token just issued, told here only. */
export const IssuedView = contract(IssuedToken, (issued: Issued) =>
  asRecord(IssuedToken, issued, { abilities: [...issued.abilities] }),
)

const Session = record({
  token_id: Type.String(),
  device_name: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(moment()),
})

/** A token just issued that goes into a cookie, shown without the token itself. */
export const SessionView = contract(Session, (issued: Issued) => asRecord(Session, issued, { abilities: [...issued.abilities] }))

const Device = record({
  id: Type.Integer(),
  device_name: Type.String(),
  current: Type.Boolean(),
  last_used_at: nullable(moment()),
  expires_at: nullable(moment()),
  created_at: nullable(moment()),
})

/** The caller's own devices. */
export const DevicesView = contract(Type.Array(Device), (devices: readonly SeenDevice[]) =>
  devices.map((device) => asRecord(Device, device, { device_name: device.name, current: device.isCurrent })),
)
