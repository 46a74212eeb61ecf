import { useSyncExternalStore } from 'react'
import { heldBefore, legsWanting } from '../../plain/crew-move.ts'
import { answerOf, api } from '../api/client.ts'
import { say, sayRefused, sayWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { type BookingDuty, bodyOfDuty, type CrewBody, crewKeys, type PortalBooking, putOn } from '../duties/crew.ts'
import type { Item } from './diary.ts'

/** The driver and the coach that an item is given to. */
export type CrewGiven = {
  readonly driver: { readonly id: number; readonly name: string }
  readonly vehicle: { readonly id: number | null; readonly registration: string }
}

/** One assignment of this visit, with what it took its place from. */
type Assigning = { readonly ref: string; readonly body: CrewBody; readonly before: readonly CrewBody[] }

let done: readonly Assigning[] = []
let undone: readonly Assigning[] = []
let turn: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

function keep(nextDone: readonly Assigning[], nextUndone: readonly Assigning[]): void {
  done = nextDone
  undone = nextUndone
  for (const listener of listeners) listener()
}

/** A React hook that returns how many assignments of this visit can be undone. */
export function useUndoable(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => done.length,
  )
}

/** Gives what the item stands for to a driver and a coach, in the same part and on the same legs, with an Undo. */
export function assign(item: Item, { driver, vehicle }: CrewGiven): Promise<void> {
  const ref = item.ref ?? ''
  return inTurn(ref, async () => {
    const booking = await readBooking(ref)
    const own = booking.duties.find(({ id, declined_at }) => id === item.duty_id && declined_at === null)
    if (item.duty_id !== null && own === undefined) {
      sayRefused(`${ref} has been changed meanwhile; nothing was moved.`)
      return
    }
    const vehicleNo = item.vehicle_no ?? 1
    const wanting = legsWanting(booking.legs, booking.duties, vehicleNo)
    const place = own ?? { vehicle_no: vehicleNo, role: 'driver', legs: wanting === null ? null : [...wanting] }
    const body: CrewBody = {
      ...(own === undefined ? { vehicle_no: vehicleNo, role: 'driver', legs: place.legs } : bodyOfDuty(own)),
      driver_id: driver.id,
      vehicle_reg: vehicle.registration,
      vehicle_id: vehicle.id,
    }
    const move = { ref, body, before: heldBefore(booking.duties, place).map(bodyOfDuty) }
    await putOn(ref, body)
    keep([...done, move], [])
    sayWithUndo(`${driver.name} drives ${ref} in ${vehicle.registration}.`, () => void takeBack(move))
  })
}

/** Takes the last assignment of this visit back: who drove before, or no one. */
export function undo(): Promise<void> {
  return takeBack(null)
}

/** Makes the last assignment again that was taken back. */
export function redo(): Promise<void> {
  return inTurn(undone.at(-1)?.ref ?? '', async () => {
    const move = undone.at(-1)
    if (move === undefined) return
    await putOn(move.ref, move.body)
    keep([...done, move], undone.slice(0, -1))
    say('Done again.')
  })
}

/** Takes one assignment back, the last without one; what somebody else has changed since stays as it is. */
function takeBack(wanted: Assigning | null): Promise<void> {
  return inTurn((wanted ?? done.at(-1))?.ref ?? '', async () => {
    const move = wanted ?? done.at(-1)
    if (move === undefined || !done.includes(move)) return
    const rest = done.filter((one) => one !== move)
    const duty = dutyOf(await readBooking(move.ref), move.body)
    if (duty === undefined) {
      keep(rest, undone)
      sayRefused(`${move.ref} has been changed since; nothing was undone.`)
      return
    }
    // Who gets all of it back takes it from the one who has it; a part of it would leave them the rest.
    if (move.before.length === 0 || move.before.some(({ legs }) => legs !== null)) {
      await answerOf(api.DELETE('/portal/v1/bookings/{ref}/duties/{id}', { params: { path: { ref: move.ref, id: duty.id } } }))
    }
    for (const body of move.before) await putOn(move.ref, body)
    keep(rest, [...undone, move])
    say('Undone.')
  })
}

function dutyOf({ duties }: PortalBooking, body: CrewBody): BookingDuty | undefined {
  return duties.find(
    (duty) =>
      duty.declined_at === null &&
      duty.vehicle_no === body.vehicle_no &&
      duty.role === body.role &&
      duty.driver.id === body.driver_id &&
      duty.vehicle_reg === body.vehicle_reg,
  )
}

async function readBooking(ref: string): Promise<PortalBooking> {
  return (await answerOf(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } } }))).data
}

/** One after the other: what the next one finds is what the one before has left. */
function inTurn(ref: string, work: () => Promise<void>): Promise<void> {
  const mine = turn.then(async () => {
    try {
      await work()
    } catch (thrown) {
      sayFailed(thrown)
    }
    await Promise.all([...crewKeys(ref), ['board']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  })
  turn = mine
  return mine
}
