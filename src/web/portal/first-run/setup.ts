import createClient from 'openapi-fetch'
import type { paths } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { orNull } from '../../plain/words.ts'
import { root } from '../api/address.ts'
import type { Records } from '../api/client.ts'
import { addressBodyOf, type TypedAddress } from '../form/typed-address.ts'
import { mailBodyOf, type TypedMailServer } from '../mail/typed-mail.ts'

/** The state of the first run: what may be chosen, and what is decided already. */
export type SetupState = Records['SetupState']

type Body = paths['/portal/setup/finish']['post']['requestBody']['content']['application/json']

/** A coach or driver as it is typed; a row without a name is not sent. */
export type TypedVehicle = { readonly registration: string; readonly type: string | null; readonly seats: number | null }
export type TypedDriver = { readonly name: string; readonly phone: string }

/**
 * Values typed in the first run and kept in this browser until they are sent. The mail server is not: it has a
 * password.
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

/** The calls of the first run, made with the token of its address. */
export function clientWith(token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  return createClient<paths>({ baseUrl: root.slice(0, -1), headers })
}

/** The body that is sent for what was typed. Empty rows of the fleet and of the drivers are left out. */
export function bodyOf(typed: TypedSetup, mail: TypedMailServer | null): Body {
  const { company, timezone, currency, licence, phone, address, name, email, vehicles, drivers } = typed
  return {
    company: {
      name: company.trim(),
      timezone: timezone ?? '',
      currency_code: currency ?? '',
      operator_licence: orNull(licence),
      phone: orNull(phone),
      address: addressBodyOf(address),
    },
    admin: { name: name.trim(), email: email.trim() },
    mail_server: mail && mailBodyOf(mail),
    vehicles: vehicles
      .filter(({ registration }) => registration.trim() !== '')
      .map(({ registration, type, seats }) => ({
        registration: registration.trim(),
        type: (type ?? '') as 'coach_49',
        seats: seats ?? 0,
      })),
    drivers: drivers
      .filter((driver) => driver.name.trim() !== '')
      .map((driver) => ({ name: driver.name.trim(), phone: orNull(driver.phone) })),
  }
}

/** The currency that is most likely paid with where this clock goes; null where none is. */
export function currencyIn(timezone: string): string | null {
  if (timezone === 'Europe/London' || timezone === 'Europe/Belfast') return 'GBP'
  if (timezone === 'Europe/Zurich') return 'CHF'
  if (/^Europe\/(Dublin|Paris|Berlin|Madrid|Rome|Vienna|Brussels|Amsterdam|Lisbon|Helsinki|Athens|Luxembourg)$/.test(timezone))
    return 'EUR'
  if (/^America\/(New_York|Chicago|Denver|Los_Angeles)$/.test(timezone)) return 'USD'
  return null
}
