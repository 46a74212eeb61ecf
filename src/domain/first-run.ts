import { isTimezone } from './instant.ts'
import { listMailServerFaults, type MailServer } from './mail-server.ts'
import { isCurrency } from './money.ts'
import type { PostalAddress } from './postal-address.ts'
import { faultAt, type InputFault, type InputPath } from './refusal.ts'
import { normalisePlate } from './vehicle-check.ts'

/** The entry of the first run: the company, its admin, its mail server, its vehicles and drivers. */
export type SetupEntry = {
  readonly company: {
    readonly name: string
    readonly timezone: string
    readonly currencyCode: string
    readonly operatorLicence: string | null
    readonly phone: string | null
    readonly email: string | null
    readonly address: PostalAddress | null
  }
  readonly admin: { readonly name: string; readonly email: string }
  readonly mailServer: MailServer | null
  readonly vehicles: readonly { readonly registration: string; readonly type: string; readonly seats: number }[]
  readonly drivers: readonly { readonly name: string; readonly phone: string | null }[]
}

/** Every fault of the entry. Two phones with the same `phoneKey` are one. */
export function listSetupFaults(entry: SetupEntry, phoneKey: (phone: string) => string): InputFault[] {
  const { company, mailServer, vehicles, drivers } = entry
  const plates = vehicles.map(({ registration }) => normalisePlate(registration))
  const phones = drivers.map(({ phone }) => (phone === null ? null : phoneKey(phone)))
  return [
    ...(isTimezone(company.timezone) ? [] : [faultAt(['company', 'timezone'], 'timezone')]),
    ...(isCurrency(company.currencyCode) ? [] : [faultAt(['company', 'currencyCode'], 'currency')]),
    ...(mailServer === null ? [] : listMailServerFaults(mailServer)),
    ...listRepeatFaults(plates, (nth) => ['vehicles', nth, 'registration']),
    ...listRepeatFaults(phones, (nth) => ['drivers', nth, 'phone']),
  ]
}

function listRepeatFaults(keys: readonly (string | null)[], path: (nth: number) => InputPath): InputFault[] {
  return keys.flatMap((key, nth) => (key !== null && keys.indexOf(key) < nth ? [faultAt(path(nth), 'taken')] : []))
}
