import { isTimezone } from './instant.ts'
import { faultsOfMailServer, type MailServer } from './mail-server.ts'
import { isCurrency } from './money.ts'
import type { PostalAddress } from './postal-address.ts'
import { faultAt, type InputFault, type InputPath } from './refusal.ts'
import { plate } from './vehicle-check.ts'

/** The entry of the first run: the company, who runs it, how its mails leave, its coaches and drivers. */
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

/** Everything that is wrong with it; two phones with the same `phoneKey` are one. */
export function faultsOfSetup(entry: SetupEntry, phoneKey: (phone: string) => string): InputFault[] {
  const { company, mailServer, vehicles, drivers } = entry
  const plates = vehicles.map(({ registration }) => plate(registration))
  const phones = drivers.map(({ phone }) => (phone === null ? null : phoneKey(phone)))
  return [
    ...(isTimezone(company.timezone) ? [] : [faultAt(['company', 'timezone'], 'timezone')]),
    ...(isCurrency(company.currencyCode) ? [] : [faultAt(['company', 'currencyCode'], 'currency')]),
    ...(mailServer === null ? [] : faultsOfMailServer(mailServer)),
    ...repeated(plates, (nth) => ['vehicles', nth, 'registration']),
    ...repeated(phones, (nth) => ['drivers', nth, 'phone']),
  ]
}

function repeated(keys: readonly (string | null)[], path: (nth: number) => InputPath): InputFault[] {
  return keys.flatMap((key, nth) => (key !== null && keys.indexOf(key) < nth ? [faultAt(path(nth), 'taken')] : []))
}
