import { useState } from 'react'
import type { Records } from '../../office/api/client.ts'
import { ChoiceField } from '../../office/form/fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { findFreeFor } from '../jobs/free.ts'
import { formatItemTitle, type Item, useFreeDuring } from './diary.ts'

/** An assignment with only a vehicle or only a driver. */
export type HalfGiven = {
  readonly item: Item
  readonly vehicle: { readonly id: number; readonly registration: string } | null
  readonly driver: { readonly id: number; readonly name: string } | null
}

/** A drawer that asks for the missing driver or vehicle of a dragged assignment, free ones first. */
export function MissingHalf(props: {
  readonly given: HalfGiven | null
  readonly close: () => void
  readonly done: (driver: { id: number; name: string }, vehicle: { id: number; registration: string }) => void
}) {
  const { given, close } = props
  const title = given === null ? '' : given.driver === null ? 'Choose a driver' : 'Choose a vehicle'
  return (
    <SideDrawer title={title} isOpen={given !== null} close={close}>
      {given !== null && <Ask {...props} given={given} />}
    </SideDrawer>
  )
}

type Time = Records['FleetAvailability']

function Ask(props: {
  readonly given: HalfGiven
  readonly done: (driver: { id: number; name: string }, vehicle: { id: number; registration: string }) => void
}) {
  const { item, vehicle, driver } = props.given
  const { data } = useFreeDuring(item)
  const [chosen, setChosen] = useState<string | null>(null)
  const time: Time = data?.data ?? { vehicles: [], drivers: [] }
  const wanted = { ref: item.ref ?? '', departs_at: item.from, ends_at: item.to, passenger_count: item.passenger_count ?? 0 }
  const free = findFreeFor(time, wanted, Number.POSITIVE_INFINITY)
  const freeIds = new Set((driver === null ? free?.crew : free?.coaches)?.map(({ id }) => id))
  const all =
    driver === null
      ? time.drivers.map(({ id, name }) => ({ id, word: name }))
      : time.vehicles.map(({ id, registration }) => ({ id, word: registration }))
  const choices = all
    .toSorted((a, b) => Number(freeIds.has(b.id)) - Number(freeIds.has(a.id)))
    .map(({ id, word }) => ({ value: String(id), label: freeIds.has(id) ? word : `${word}, not free` }))
  const submit = () => {
    const found = all.find(({ id }) => String(id) === chosen)
    if (found === undefined) return
    if (driver === null && vehicle !== null) props.done({ id: found.id, name: found.word }, vehicle)
    else if (driver !== null) props.done(driver, { id: found.id, registration: found.word })
  }
  return (
    <OfficeForm write={{ isBusy: false, failure: null }} submit={submit} button="Assign">
      <p>
        {formatItemTitle(item)}: {vehicle === null ? driver?.name : vehicle.registration}.
      </p>
      <ChoiceField
        path="other"
        label={driver === null ? 'Driver' : 'Vehicle'}
        value={chosen}
        onValue={setChosen}
        choices={choices}
        isRequired
      />
    </OfficeForm>
  )
}
