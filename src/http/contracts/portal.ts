import { Type } from '@sinclair/typebox'
import type { MintedCredential } from '../../actions/credentials.ts'
import type { AccountChange } from '../../actions/office/operator-settings.ts'
import type { NewKey } from '../../actions/people/keys.ts'
import { keyFates, type NewUser, type SeenUser, type UserChange } from '../../actions/people/users.ts'
import { abilities, roles } from '../../domain/ability.ts'
import { completePlace } from '../../domain/place.ts'
import { tidyVatNumber } from '../../domain/vat-number.ts'
import type { KeyRow } from '../../storage/queries/credentials.ts'
import type { Operator as OperatorRow } from '../../storage/queries/operators.ts'
import { defineContract, type Showing } from '../contract.ts'
import { amount, email, input, instant, moment, nullable, type Of, oneOf, prose, record, text, whole } from '../schema.ts'
import { asCancellationTerms, CancellationTerm, CancellationTermBody, toCancellationTerms } from './cancellation-terms.ts'
import { asRecord, listAllFields, pickSentFields } from './fields.ts'
import { Place } from './itinerary.ts'
import { asPlaceRecord } from './itinerary-view.ts'
import { Address, AddressBody, asAddress, toAddress } from './postal-address.ts'
import { PlaceBody, toPlace } from './trip-input.ts'

export const KeyBody = input({
  name: text({ min: 1, max: 120 }),
  abilities: Type.Array(oneOf(abilities), { uniqueItems: true }),
  expires_at: Type.Optional(nullable(instant())),
})

export function toNewKey(body: Of<typeof KeyBody>): NewKey {
  return listAllFields(KeyBody, body)
}

const KeyRecord = record({
  token_id: Type.String(),
  name: Type.String(),
  hint: Type.String(),
  abilities: Type.Array(oneOf(abilities)),
  expires_at: nullable(moment()),
  created_at: moment(),
})

/** A new key. Only this answer shows its token. */
export const MintedKeyView = defineContract(
  record({ token: Type.String(), ...KeyRecord.properties }),
  ({ token, row }: MintedCredential) => ({ token, ...asRecord(KeyRecord, row, {}) }),
)

const Minter = record({ id: Type.Integer(), name: Type.String() })

const ListedKey = record({
  ...KeyRecord.properties,
  minted_by: nullable(Minter),
  last_used_at: nullable(moment()),
  revoked_at: nullable(moment()),
})

/** The keys of an account, without their tokens. */
export const KeysView = defineContract(Type.Array(ListedKey), (keys: readonly KeyRow[]) =>
  keys.map((key) => asRecord(ListedKey, key, {})),
)

const phoneField = Type.Optional(nullable(text({ min: 1, max: 24 })))

export const UserBody = input({
  email: email(),
  name: text({ min: 1, max: 160 }),
  role: oneOf(roles),
  phone: phoneField,
})

export function toNewUser(body: Of<typeof UserBody>): NewUser {
  return listAllFields(UserBody, body)
}

export const UserPatch = input({ role: Type.Optional(oneOf(roles)), phone: phoneField })

export function toUserChange(body: Of<typeof UserPatch>): UserChange {
  return pickSentFields(UserPatch, body)
}

/** The query of removing a person: the action for the person's API keys. */
export const UserRemovalQuery = input({ keys: Type.Optional(oneOf(keyFates)) })

const User = record({
  id: Type.Integer(),
  email: Type.String(),
  name: Type.String(),
  role: oneOf(roles),
  phone: nullable(Type.String()),
  invited_at: nullable(moment()),
  last_seen_at: nullable(moment()),
  created_at: moment(),
})

/** A person on the account. */
function asUser(user: SeenUser): Of<typeof User> {
  return asRecord(User, user, {})
}

export const UserView = defineContract(User, asUser)

export const UsersView = defineContract(Type.Array(User), (team: readonly SeenUser[]) => team.map(asUser))

const setting = {
  deposit_bps: whole({ min: 0, max: 10_000 }),
  deposit_minimum_amount: amount({ zero: true }),
  closing_hours: whole({ min: 1, max: 720 }),
  no_show_wait_minutes: whole({ min: 0, max: 240 }),
  vehicle_check_required: Type.Boolean(),
  payout_weekday: whole({ min: 1, max: 7 }),
  balance_days: whole({ min: 0, max: 365 }),
  charge_balance: Type.Boolean(),
  unconfirm_on_clash: Type.Boolean(),
  bank_details: nullable(prose({ min: 1, max: 300 })),
}

export const VatBody = input({ number: text({ min: 1, max: 20 }), standard_rate_bps: whole({ min: 0, max: 10_000 }) })

const PlainSettings = input(Type.Partial(Type.Object(setting)).properties)

const SettingsBody = input({
  ...PlainSettings.properties,
  cancellation_terms: Type.Optional(nullable(Type.Array(CancellationTermBody, { maxItems: 6 }))),
  vat: Type.Optional(nullable(VatBody)),
  depot: Type.Optional(nullable(PlaceBody)),
})

const AccountFields = input({
  name: Type.Optional(text({ min: 1, max: 160 })),
  phone: Type.Optional(nullable(text({ max: 24 }))),
  email: Type.Optional(nullable(email())),
  operator_licence: Type.Optional(nullable(text({ max: 80 }))),
})

export const AccountBody = input({
  ...AccountFields.properties,
  address: Type.Optional(nullable(AddressBody)),
  settings: Type.Optional(SettingsBody),
})

/** A validated body for the action, with sent fields only. Refuses `validation_failed` for an impossible address. */
export function toAccountChange({ settings = {}, address, ...account }: Of<typeof AccountBody>): AccountChange {
  const { cancellation_terms, vat, depot } = settings
  return {
    ...pickSentFields(AccountFields, account),
    ...(address !== undefined && { address: address && toAddress(address, ['address']) }),
    ...pickSentFields(PlainSettings, settings),
    ...(cancellation_terms !== undefined && {
      cancellationTerms: cancellation_terms && toCancellationTerms(cancellation_terms),
    }),
    ...(vat !== undefined && { vat: vat && toVat(vat) }),
    ...(depot !== undefined && { depot: depot && completePlace(toPlace(depot)) }),
  }
}

function toVat({ number: typed, standard_rate_bps: standardRateBps }: Of<typeof VatBody>): OperatorRow['vat'] {
  return { number: tidyVatNumber(typed), standardRateBps }
}

export const Vat = record({ number: Type.String(), standard_rate_bps: Type.Integer() })

/** Days that the first releases set `trip_visibility_days` to. Answers keep it because their clients read it. */
const visibilityDays = 14

const aboutVisibility =
  'No effect: an assigned trip is in its driver’s list immediately. Always 14. The server ignores the field in requests.'

const SettingsRecord = record({
  deposit_bps: Type.Integer(),
  deposit_minimum_amount: Type.Integer(),
  currency_code: Type.String(),
  closing_hours: Type.Integer(),
  no_show_wait_minutes: Type.Integer(),
  vehicle_check_required: Type.Boolean(),
  trip_visibility_days: Type.Integer({ deprecated: true, description: aboutVisibility }),
  payout_weekday: Type.Integer(),
  balance_days: Type.Integer(),
  charge_balance: Type.Boolean(),
  unconfirm_on_clash: Type.Boolean(),
  bank_details: nullable(Type.String()),
  cancellation_terms: Type.Array(CancellationTerm),
  vat: nullable(Vat),
  depot: nullable(Place),
})

const AccountRecord = record({
  operator_ref: Type.String(),
  name: Type.String(),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
  operator_licence: nullable(Type.String()),
  address: nullable(Address),
  timezone: Type.String(),
  currency_code: Type.String(),
  commission_bps: Type.Integer(),
  settings: SettingsRecord,
  updated_at: moment(),
})

/** The account for its own people. */
function asAccount(operator: OperatorRow, { mapUrl }: Showing): Of<typeof AccountRecord> {
  const settings = asRecord(SettingsRecord, operator, {
    trip_visibility_days: visibilityDays,
    cancellation_terms: asCancellationTerms(operator.cancellationTerms),
    vat: operator.vat && asRecord(Vat, operator.vat, {}),
    depot: operator.depot && asPlaceRecord(operator.depot, mapUrl),
  })
  return asRecord(AccountRecord, operator, { operator_ref: operator.ref, address: asAddress(operator.address), settings })
}

export const AccountView = defineContract(AccountRecord, asAccount)
