import { Type } from '@sinclair/typebox'
import type { Key, mintKey, NewKey } from '../../actions/keys.ts'
import type { AccountChange } from '../../actions/operator-settings.ts'
import { abilities, roles } from '../../domain/ability.ts'
import { toInstant } from '../../domain/instant.ts'
import type { Operator as OperatorRow } from '../../storage/queries/operators.ts'
import type { UserRow } from '../../storage/queries/users.ts'
import { contract } from '../contract.ts'
import { amount, email, input, instant, nullable, type Of, oneOf, record, text, whole } from '../schema.ts'
import { instantOf, msOf } from './instant.ts'

export const KeyBody = input({
  name: text({ min: 1, max: 120 }),
  abilities: Type.Array(oneOf(abilities), { uniqueItems: true }),
  expires_at: Type.Optional(nullable(instant())),
})

/** A validated body as the action takes it. */
export function toNewKey({ name, abilities, expires_at }: Of<typeof KeyBody>): NewKey {
  return { name, abilities, expiresAt: msOf(expires_at) }
}

const keyFields = {
  token_id: Type.String(),
  name: Type.String(),
  hint: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(Type.String()),
  created_at: Type.String(),
}

/** A key just made; its token is told here only. */
export const MintedKeyView = contract(
  record({ token: Type.String(), ...keyFields }),
  ({ token, row }: Awaited<ReturnType<typeof mintKey>>) => ({ token, ...asKeyFields(row) }),
)

/** The keys of an account, without their tokens. */
export const KeysView = contract(
  Type.Array(record({ ...keyFields, last_used_at: nullable(Type.String()), revoked_at: nullable(Type.String()) })),
  (keys: readonly Key[]) =>
    keys.map((key) => ({
      ...asKeyFields(key),
      last_used_at: instantOf(key.lastUsedAt),
      revoked_at: instantOf(key.revokedAt),
    })),
)

function asKeyFields(key: Key) {
  return {
    token_id: key.tokenId,
    name: key.name,
    hint: key.hint,
    abilities: key.abilities,
    expires_at: instantOf(key.expiresAt),
    created_at: toInstant(key.createdAt),
  }
}

export const UserBody = input({ email: email(), name: text({ min: 1, max: 160 }), role: oneOf(roles) })

export const RoleBody = input({ role: oneOf(roles) })

const User = record({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
  invited_at: nullable(Type.String()),
  created_at: Type.String(),
})

/** A person on the account. */
function asUser({ id, email, name, role, invitedAt, createdAt }: UserRow): Of<typeof User> {
  return { id, email, name, role, invited_at: instantOf(invitedAt), created_at: toInstant(createdAt) }
}

export const UserView = contract(User, asUser)

export const UsersView = contract(Type.Array(User), (team: readonly UserRow[]) => team.map(asUser))

const setting = {
  deposit_bps: whole({ min: 0, max: 10_000 }),
  deposit_minimum_amount: amount({ zero: true }),
  closing_hours: whole({ min: 1, max: 720 }),
  no_show_wait_minutes: whole({ min: 0, max: 240 }),
  vehicle_check_required: Type.Boolean(),
  trip_visibility_days: whole({ min: 1, max: 365 }),
  payout_weekday: whole({ min: 1, max: 7 }),
}

export const AccountBody = input({
  name: Type.Optional(text({ min: 1, max: 160 })),
  phone: Type.Optional(nullable(text({ max: 24 }))),
  email: Type.Optional(nullable(email())),
  operator_licence: Type.Optional(nullable(text({ max: 80 }))),
  settings: Type.Optional(input(Type.Partial(Type.Object(setting)).properties)),
})

/** A validated body as the action takes it: only what was sent. */
export function toAccountChange({ settings = {}, ...body }: Of<typeof AccountBody>): AccountChange {
  return sent({
    name: body.name,
    phone: body.phone,
    email: body.email,
    operatorLicence: body.operator_licence,
    depositBps: settings.deposit_bps,
    depositMinimumAmount: settings.deposit_minimum_amount,
    closingHours: settings.closing_hours,
    noShowWaitMinutes: settings.no_show_wait_minutes,
    vehicleCheckRequired: settings.vehicle_check_required,
    tripVisibilityDays: settings.trip_visibility_days,
    payoutWeekday: settings.payout_weekday,
  })
}

/** What a PATCH says: fields that were left out are not there, so that they change nothing. */
export function sent<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
}

const AccountRecord = record({
  operator_ref: Type.String(),
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  operator_licence: nullable(Type.String()),
  timezone: Type.String(),
  currency_code: Type.String(),
  commission_bps: Type.Integer(),
  settings: record({
    deposit_bps: Type.Integer(),
    deposit_minimum_amount: Type.Integer(),
    currency_code: Type.String(),
    closing_hours: Type.Integer(),
    no_show_wait_minutes: Type.Integer(),
    vehicle_check_required: Type.Boolean(),
    trip_visibility_days: Type.Integer(),
    payout_weekday: Type.Integer(),
  }),
  updated_at: Type.String(),
})

/** The account as its own people see it. */
function asAccount(operator: OperatorRow): Of<typeof AccountRecord> {
  return {
    operator_ref: operator.ref,
    name: operator.name,
    phone: operator.phone,
    email: operator.email,
    operator_licence: operator.operatorLicence,
    timezone: operator.timezone,
    currency_code: operator.currencyCode,
    commission_bps: operator.commissionBps,
    settings: {
      deposit_bps: operator.depositBps,
      deposit_minimum_amount: operator.depositMinimumAmount,
      currency_code: operator.currencyCode,
      closing_hours: operator.closingHours,
      no_show_wait_minutes: operator.noShowWaitMinutes,
      vehicle_check_required: operator.vehicleCheckRequired,
      trip_visibility_days: operator.tripVisibilityDays,
      payout_weekday: operator.payoutWeekday,
    },
    updated_at: toInstant(operator.updatedAt),
  }
}

export const AccountView = contract(AccountRecord, asAccount)
