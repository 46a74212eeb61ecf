import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Records } from '../../office/api/client.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { parseSeats } from '../../plain/words.ts'
import { setupForm } from './setup.ts'

type SetupDraft = { readonly draft: BoundDraft<Records['SetupInput']> }

/** The fleet, one vehicle in each row. */
export function SetupVehicles({ draft: { values, setAt } }: SetupDraft) {
  const vehicles = values.vehicles ?? []
  return (
    <SetupRows
      title="Your vehicles"
      help="You can add more later under People & fleet."
      add="Add vehicle"
      count={vehicles.length}
      onAdd={() => setAt(`vehicles.${vehicles.length}`, {})}
    >
      {(nth) => (
        <>
          <setupForm.Text at={`vehicles.${nth}.registration`} label="Registration" isRequired={false} />
          <setupForm.Choice
            at={`vehicles.${nth}.type`}
            label="Vehicle type"
            onChanged={(type) => setAt(`vehicles.${nth}.seats`, vehicles[nth]?.seats ?? parseSeats(type))}
            isRequired={false}
          />
          <setupForm.Whole at={`vehicles.${nth}.seats`} label="Seats" isRequired={false} />
        </>
      )}
    </SetupRows>
  )
}

/** The drivers, one in each row. */
export function SetupDrivers({ draft: { values, setAt } }: SetupDraft) {
  const count = values.drivers?.length ?? 0
  return (
    <SetupRows
      title="Your drivers"
      help="Invite drivers to the app later under People & fleet."
      add="Add driver"
      count={count}
      onAdd={() => setAt(`drivers.${count}`, {})}
    >
      {(nth) => (
        <>
          <setupForm.Text at={`drivers.${nth}.name`} label="Name" isRequired={false} />
          <setupForm.Text at={`drivers.${nth}.phone`} label="Mobile number" type="tel" />
        </>
      )}
    </SetupRows>
  )
}

function SetupRows(props: {
  readonly title: string
  readonly help: string
  readonly add: string
  readonly count: number
  readonly onAdd: () => void
  readonly children: (nth: number) => ReactNode
}) {
  const { title, count } = props
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p className="second-line">{props.help}</p>
      {Array.from({ length: count }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row without content has no other key
        <fieldset className="form-row first-run-row" key={nth}>
          <legend className="unseen">
            {title}, {nth + 1}
          </legend>
          {props.children(nth)}
        </fieldset>
      ))}
      <Button variant="default" size="sm" onClick={props.onAdd} disabled={count >= 100}>
        {props.add}
      </Button>
    </section>
  )
}
