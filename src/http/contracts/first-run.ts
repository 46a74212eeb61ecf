import { Type } from '@sinclair/typebox'
import type { FinishedSetup, FirstRunState } from '../../actions/office/first-run.ts'
import { buildSignInUrl } from '../../actions/people/sign-in-links.ts'
import type { SetupEntry } from '../../domain/first-run.ts'
import { toInstant } from '../../domain/instant.ts'
import { vehicleTypes } from '../../domain/itinerary.ts'
import { defineContract } from '../contract.ts'
import { email, input, moment, nullable, type Of, oneOf, record, registration, text, whole } from '../schema.ts'
import { listAllFields } from './fields.ts'
import { mailServerField, mailSources, toMailServer } from './mail-server.ts'
import { AddressBody, toAddress } from './postal-address.ts'

const optionalSetupText = (max: number) => Type.Optional(nullable(text({ max })))

const SetupCompanyBody = input({
  name: text({ min: 1, max: 160 }),
  timezone: text({ min: 1, max: 64 }),
  currency_code: text({ min: 3, max: 3 }),
  operator_licence: optionalSetupText(80),
  phone: optionalSetupText(24),
  email: Type.Optional(nullable(email())),
})

const SetupAdminBody = input({ name: text({ min: 1, max: 160 }), email: email() })

const SetupVehicleBody = input({
  registration: registration(),
  type: oneOf(vehicleTypes),
  seats: whole({ min: 1, max: 100 }),
})

const SetupDriverBody = input({
  name: text({ min: 1, max: 160 }),
  phone: Type.Optional(nullable(text({ min: 1, max: 24 }))),
})

export const SetupBody = input({
  company: input({ ...SetupCompanyBody.properties, address: Type.Optional(nullable(AddressBody)) }),
  admin: SetupAdminBody,
  mail_server: mailServerField,
  vehicles: Type.Optional(Type.Array(SetupVehicleBody, { maxItems: 100 })),
  drivers: Type.Optional(Type.Array(SetupDriverBody, { maxItems: 100 })),
})

export function toSetupEntry({ company, admin, mail_server, vehicles = [], drivers = [] }: Of<typeof SetupBody>): SetupEntry {
  return {
    company: {
      ...listAllFields(SetupCompanyBody, company),
      address: company.address == null ? null : toAddress(company.address, ['company', 'address']),
    },
    admin: listAllFields(SetupAdminBody, admin),
    mailServer: toMailServer(mail_server),
    vehicles: vehicles.map((vehicle) => listAllFields(SetupVehicleBody, vehicle)),
    drivers: drivers.map((driver) => listAllFields(SetupDriverBody, driver)),
  }
}

const currencies = Intl.supportedValuesOf('currency')
const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** The response before the setup: its choices, and settings that are already decided. */
export const SetupStateView = defineContract(
  record({
    base_url: Type.String(),
    public_name: nullable(Type.String()),
    mail_source: oneOf(mailSources),
    currencies: Type.Array(Type.String()),
    timezones: Type.Array(Type.String()),
    vehicle_types: Type.Array(oneOf(vehicleTypes)),
  }),
  ({ publicName, mailSource }: FirstRunState, { baseUrl }) => ({
    base_url: baseUrl,
    public_name: publicName,
    mail_source: mailSource,
    currencies,
    timezones,
    vehicle_types: [...vehicleTypes],
  }),
)

/** The answer after the setup: the account, and a link that signs its admin in once. */
export const FinishedSetupView = defineContract(
  record({
    operator_ref: Type.String(),
    sign_in_token: Type.String(),
    sign_in_url: Type.String(),
    expires_at: moment(),
  }),
  ({ operator, token, expiresAt }: FinishedSetup, { baseUrl }) => ({
    operator_ref: operator.ref,
    sign_in_token: token,
    sign_in_url: buildSignInUrl(baseUrl, 'office', token),
    expires_at: toInstant(expiresAt),
  }),
)
