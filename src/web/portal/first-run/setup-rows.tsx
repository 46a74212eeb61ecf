import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseSeats } from '../../plain/words.ts'
import { ChoiceField, TextField, WholeField } from '../form/fields.tsx'
import { emptyDriver, emptyVehicle, type TypedDriver, type TypedVehicle } from './setup.ts'

/** The fleet, one vehicle in each row. */
export function SetupVehicles(props: {
  readonly types: readonly { readonly value: string; readonly label: string }[]
  readonly vehicles: readonly TypedVehicle[]
  readonly onVehicles: (vehicles: readonly TypedVehicle[]) => void
}) {
  const { types, vehicles, onVehicles } = props
  return (
    <SetupRows
      title="Your vehicles"
      help="You can add more later under People & fleet."
      add="Add vehicle"
      rows={vehicles}
      empty={emptyVehicle}
      onRows={onVehicles}
    >
      {(vehicle, nth, change) => (
        <>
          <TextField
            path={`vehicles.${nth}.registration`}
            label="Registration"
            value={vehicle.registration}
            onValue={(registration) => change({ registration })}
            most={15}
          />
          <ChoiceField
            path={`vehicles.${nth}.type`}
            label="Vehicle type"
            value={vehicle.type}
            onValue={(type) => change({ type, seats: vehicle.seats ?? parseSeats(type) })}
            choices={types}
          />
          <WholeField
            path={`vehicles.${nth}.seats`}
            label="Seats"
            value={vehicle.seats}
            onValue={(seats) => change({ seats })}
            least={1}
            most={100}
          />
        </>
      )}
    </SetupRows>
  )
}

/** The drivers, one in each row. */
export function SetupDrivers(props: {
  readonly drivers: readonly TypedDriver[]
  readonly onDrivers: (drivers: readonly TypedDriver[]) => void
}) {
  return (
    <SetupRows
      title="Your drivers"
      help="Invite drivers to the app later under People & fleet."
      add="Add driver"
      rows={props.drivers}
      empty={emptyDriver}
      onRows={props.onDrivers}
    >
      {(driver, nth, change) => (
        <>
          <TextField
            path={`drivers.${nth}.name`}
            label="Name"
            value={driver.name}
            onValue={(name) => change({ name })}
            most={160}
          />
          <TextField
            path={`drivers.${nth}.phone`}
            label="Mobile number"
            type="tel"
            value={driver.phone}
            onValue={(phone) => change({ phone })}
            most={24}
          />
        </>
      )}
    </SetupRows>
  )
}

function SetupRows<Row>(props: {
  readonly title: string
  readonly help: string
  readonly add: string
  readonly rows: readonly Row[]
  readonly empty: Row
  readonly onRows: (rows: readonly Row[]) => void
  readonly children: (row: Row, nth: number, change: (change: Partial<Row>) => void) => ReactNode
}) {
  const { title, rows, onRows } = props
  const changeAt = (at: number) => (change: Partial<Row>) =>
    onRows(rows.map((row, nth) => (nth === at ? { ...row, ...change } : row)))
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="second-line">{props.help}</p>
      {rows.map((row, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row without content has no other key
        <fieldset className="form-row first-run-row" key={nth}>
          <legend className="unseen">
            {title}, {nth + 1}
          </legend>
          {props.children(row, nth, changeAt(nth))}
        </fieldset>
      ))}
      <Button variant="default" size="sm" onClick={() => onRows([...rows, props.empty])} disabled={rows.length >= 100}>
        {props.add}
      </Button>
    </section>
  )
}
