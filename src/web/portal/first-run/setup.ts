import createClient from 'openapi-fetch'
import type { paths } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { toNullIfEmpty } from '../../plain/words.ts'
import { root } from '../api/address.ts'
import type { Records } from '../api/client.ts'
import { buildAddressBody, type TypedAddress } from '../form/typed-address.ts'
import { buildMailServerBody, type TypedMailServer } from '../mail/typed-mail.ts'

/** The state of the setup: the choices, and the settings that are already fixed. */
export type SetupState = Records['SetupState']

type Body = paths['/portal/setup/finish']['post']['requestBody']['content']['application/json']

/** A typed vehicle or driver. Rows without a name are not sent. */
export type TypedVehicle = { readonly registration: string; readonly type: string | null; readonly seats: number | null }
export type TypedDriver = { readonly name: string; readonly phone: string }

/**
 * The typed values of the setup. The browser keeps them until they are sent, without the mail server and its password.
 */
export type TypedSetup = {
  readonly company: string
  readonly timezone: string | null
  readonly currency: string | null
  readonly licence: string
  readonly phone: string
  readonly address: TypedAddress
  readonly name: string
  readonly email: string
  readonly vehicles: readonly TypedVehicle[]
  readonly drivers: readonly TypedDriver[]
}

export const emptyVehicle: TypedVehicle = { registration: '', type: null, seats: null }
export const emptyDriver: TypedDriver = { name: '', phone: '' }

/** The API client of the setup, with the token of its address. */
export function createSetupClient(token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  return createClient<paths>({ baseUrl: root.slice(0, -1), headers })
}

/** The request body of the typed values, without empty rows of vehicles and drivers. */
export function buildSetupBody(typed: TypedSetup, mail: TypedMailServer | null): Body {
  const { company, timezone, currency, licence, phone, address, name, email, vehicles, drivers } = typed
  return {
    company: {
      name: company.trim(),
      timezone: timezone ?? '',
      currency_code: currency ?? '',
      operator_licence: toNullIfEmpty(licence),
      phone: toNullIfEmpty(phone),
      address: buildAddressBody(address),
    },
    admin: { name: name.trim(), email: email.trim() },
    mail_server: mail && buildMailServerBody(mail),
    vehicles: vehicles
      .filter(({ registration }) => registration.trim() !== '')
      .map(({ registration, type, seats }) => ({
        registration: registration.trim(),
        type: (type ?? '') as 'coach_49',
        seats: seats ?? 0,
      })),
    drivers: drivers
      .filter((driver) => driver.name.trim() !== '')
      .map((driver) => ({ name: driver.name.trim(), phone: toNullIfEmpty(driver.phone) })),
  }
}

/** The most likely currency of a time zone. Null if there is none. */
export function findCurrency(timezone: string): string | null {
  if (timezone === 'Europe/London' || timezone === 'Europe/Belfast') return 'GBP'
  if (timezone === 'Europe/Zurich') return 'CHF'
  if (/^Europe\/(Dublin|Paris|Berlin|Madrid|Rome|Vienna|Brussels|Amsterdam|Lisbon|Helsinki|Athens|Luxembourg)$/.test(timezone))
    return 'EUR'
  if (/^America\/(New_York|Chicago|Denver|Los_Angeles)$/.test(timezone)) return 'USD'
  return null
}
