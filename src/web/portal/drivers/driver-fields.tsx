import { orNull, spokenWord } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { DateField } from '../form/time-fields.tsx'
import { dayIn, endOfDay } from '../roster/days.ts'
import type { RosterDriver } from './drivers.ts'

type DbsKind = NonNullable<Records['DriverInput']['dbs_check_kind']>

const dbsKinds: readonly DbsKind[] = ['basic', 'standard', 'enhanced', 'enhanced_barred']

/** A driver as typed; empty text for what is not known. */
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

/** A driver as the fields have them; an empty form without one. */
export function typedFrom(driver: RosterDriver | null, zone: string): TypedRosterDriver {
  return {
    name: driver?.name ?? '',
    phone: driver?.phone ?? '',
    email: driver?.email ?? '',
    licence: driver?.license_number ?? '',
    licenceKind: driver?.license_kind ?? '',
    licenceUntil: dayIn(driver?.license_expires_at ?? null, zone),
    dbsKind: (driver?.dbs_check_kind as DbsKind | null | undefined) ?? null,
    dbsNumber: driver?.dbs_certificate_number ?? '',
    dbsUntil: dayIn(driver?.dbs_expires_at ?? null, zone),
  }
}

/** A typed driver as the API takes it. */
export function driverBodyOf(typed: TypedRosterDriver, zone: string) {
  return {
    name: typed.name.trim(),
    phone: orNull(typed.phone),
    email: orNull(typed.email),
    license_number: orNull(typed.licence),
    license_kind: orNull(typed.licenceKind),
    license_expires_at: endOfDay(typed.licenceUntil, zone),
    dbs_check_kind: typed.dbsKind,
    dbs_certificate_number: orNull(typed.dbsNumber),
    dbs_expires_at: endOfDay(typed.dbsUntil, zone),
  }
}

/** The fields of a driver: name, how to reach them, and their papers. */
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
          label="E-mail address"
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
          label="Kind of licence"
          value={values.licenceKind}
          onValue={(licenceKind) => set({ licenceKind })}
          most={80}
        />
        <DateField
          path="license_expires_at"
          label="Licence good until"
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
          choices={dbsKinds.map((value) => ({ value, label: spokenWord(value) }))}
          isClearable
        />
        <TextField
          path="dbs_certificate_number"
          label="DBS certificate"
          value={values.dbsNumber}
          onValue={(dbsNumber) => set({ dbsNumber })}
          most={80}
        />
        <DateField
          path="dbs_expires_at"
          label="DBS good until"
          value={values.dbsUntil}
          onValue={(dbsUntil) => set({ dbsUntil })}
        />
      </div>
    </>
  )
}
