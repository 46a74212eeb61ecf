import { formatWord, toNullIfEmpty } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { findEndOfDay, toZoneDay } from '../roster/days.ts'
import type { RosterDriver } from './drivers.ts'

type DbsKind = NonNullable<Records['DriverInput']['dbs_check_kind']>

const dbsKinds: readonly DbsKind[] = ['basic', 'standard', 'enhanced', 'enhanced_barred']

/** The typed values of a driver. Unknown values are empty text. */
export type TypedRosterDriver = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly licence: string
  readonly licenceKind: string
  readonly licenceUntil: string
  readonly dbsKind: DbsKind | null
  readonly dbsNumber: string
  readonly dbsUntil: string
}

/** The form values of a driver; an empty form without one. */
export function toTypedDriver(driver: RosterDriver | null, zone: string): TypedRosterDriver {
  return {
    name: driver?.name ?? '',
    phone: driver?.phone ?? '',
    email: driver?.email ?? '',
    licence: driver?.license_number ?? '',
    licenceKind: driver?.license_kind ?? '',
    licenceUntil: toZoneDay(driver?.license_expires_at ?? null, zone),
    dbsKind: (driver?.dbs_check_kind as DbsKind | null | undefined) ?? null,
    dbsNumber: driver?.dbs_certificate_number ?? '',
    dbsUntil: toZoneDay(driver?.dbs_expires_at ?? null, zone),
  }
}

export function buildDriverBody(typed: TypedRosterDriver, zone: string) {
  return {
    name: typed.name.trim(),
    phone: toNullIfEmpty(typed.phone),
    email: toNullIfEmpty(typed.email),
    license_number: toNullIfEmpty(typed.licence),
    license_kind: toNullIfEmpty(typed.licenceKind),
    license_expires_at: findEndOfDay(typed.licenceUntil, zone),
    dbs_check_kind: typed.dbsKind,
    dbs_certificate_number: toNullIfEmpty(typed.dbsNumber),
    dbs_expires_at: findEndOfDay(typed.dbsUntil, zone),
  }
}

/** The fields of a driver: name, contact details and documents. */
export function DriverFields(props: {
  readonly values: TypedRosterDriver
  readonly set: (change: Partial<TypedRosterDriver>) => void
}) {
  const { values, set } = props
  return (
    <>
      <TextField path="name" label="Name" value={values.name} onValue={(name) => set({ name })} isRequired isFocused most={160} />
      <div className="form-row">
        <TextField
          path="phone"
          label="Mobile number"
          type="tel"
          value={values.phone}
          onValue={(phone) => set({ phone })}
          most={24}
        />
        <TextField
          path="email"
          label="Email address"
          type="email"
          value={values.email}
          onValue={(email) => set({ email })}
          most={254}
        />
      </div>
      <div className="form-row">
        <TextField
          path="license_number"
          label="Licence number"
          value={values.licence}
          onValue={(licence) => set({ licence })}
          most={80}
        />
        <TextField
          path="license_kind"
          label="Licence type"
          value={values.licenceKind}
          onValue={(licenceKind) => set({ licenceKind })}
          most={80}
        />
        <DateField
          path="license_expires_at"
          label="Licence expires"
          value={values.licenceUntil}
          onValue={(licenceUntil) => set({ licenceUntil })}
        />
      </div>
      <div className="form-row">
        <ChoiceField
          path="dbs_check_kind"
          label="DBS check"
          value={values.dbsKind}
          onValue={(dbsKind) => set({ dbsKind })}
          choices={dbsKinds.map((value) => ({ value, label: formatWord(value) }))}
          isClearable
        />
        <TextField
          path="dbs_certificate_number"
          label="DBS certificate"
          value={values.dbsNumber}
          onValue={(dbsNumber) => set({ dbsNumber })}
          most={80}
        />
        <DateField path="dbs_expires_at" label="DBS expires" value={values.dbsUntil} onValue={(dbsUntil) => set({ dbsUntil })} />
      </div>
    </>
  )
}
