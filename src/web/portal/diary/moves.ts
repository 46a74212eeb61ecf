import { useSyncExternalStore } from 'react'
import { api, requireAnswer } from '../../office/api/client.ts'
import { showNotice, showNoticeWithUndo, showRefusal } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { listDutiesToReplace, listLegsWithoutDriver } from '../../plain/crew-move.ts'
import {
  type BookingDuty,
  buildDutyBody,
  type CrewBody,
  listCrewQueryKeys,
  type PortalBooking,
  sendAssignment,
} from '../duties/crew.ts'
import { formatItemHeading, type Item } from './diary.ts'

/** The driver and the vehicle of an assignment. */
export type CrewGiven = {
  readonly driver: { readonly id: number; readonly name: string }
  readonly vehicle: { readonly id: number | null; readonly registration: string }
}

/** One assignment of this visit, with the duties that it replaced. */
type Assigning = { readonly ref: string; readonly title: string; readonly body: CrewBody; readonly before: readonly CrewBody[] }

let done: readonly Assigning[] = []
let undone: readonly Assigning[] = []
let turn: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

function setMoves(nextDone: readonly Assigning[], nextUndone: readonly Assigning[]): void {
  done = nextDone
  undone = nextUndone
  for (const listener of listeners) listener()
}

/** A React hook that returns the number of assignments that can be undone. */
export function useUndoable(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => done.length,
  )
}

/** Assigns an item to a driver and a vehicle, in the same role and on the same legs, with an Undo. */
export function assignWithUndo(item: Item, { driver, vehicle }: CrewGiven): Promise<void> {
  const ref = item.ref ?? ''
  const title = formatItemHeading(item)
  return runInTurn(ref, async () => {
    const booking = await readBooking(ref)
    const own = booking.duties.find(({ id, declined_at }) => id === item.duty_id && declined_at === null)
    if (item.duty_id !== null && own === undefined) {
      showRefusal(`${title} has changed meanwhile. Nothing was moved.`)
      return
    }
    const vehicleNo = item.vehicle_no ?? 1
    const wanting = listLegsWithoutDriver(booking.legs, booking.duties, vehicleNo)
    const place = own ?? { vehicle_no: vehicleNo, role: 'driver', legs: wanting === null ? null : [...wanting] }
    const body: CrewBody = {
      ...(own === undefined ? { vehicle_no: vehicleNo, role: 'driver', legs: place.legs } : buildDutyBody(own)),
      driver_id: driver.id,
      vehicle_reg: vehicle.registration,
      vehicle_id: vehicle.id,
    }
    const move = { ref, title, body, before: listDutiesToReplace(booking.duties, place).map(buildDutyBody) }
    await sendAssignment(ref, body)
    setMoves([...done, move], [])
    showNoticeWithUndo(`${driver.name}, ${vehicle.registration} assigned to ${title}.`, () => void undoAssignment(move))
  })
}

/** Undoes the last assignment of this visit: restores the earlier driver, or none. */
export function undoMove(): Promise<void> {
  return undoAssignment(null)
}

/** Repeats the last undone assignment. */
export function redoMove(): Promise<void> {
  return runInTurn(undone.at(-1)?.ref ?? '', async () => {
    const move = undone.at(-1)
    if (move === undefined) return
    await sendAssignment(move.ref, move.body)
    setMoves([...done, move], undone.slice(0, -1))
    showNotice('Assigned again.')
  })
}

/** Undoes one assignment, by default the last. Later changes by other people stay. */
function undoAssignment(wanted: Assigning | null): Promise<void> {
  return runInTurn((wanted ?? done.at(-1))?.ref ?? '', async () => {
    const move = wanted ?? done.at(-1)
    if (move === undefined || !done.includes(move)) return
    const rest = done.filter((one) => one !== move)
    const duty = findMovedDuty(await readBooking(move.ref), move.body)
    if (duty === undefined) {
      setMoves(rest, undone)
      showRefusal(`${move.title} has changed since. Nothing was undone.`)
      return
    }
    // A whole earlier duty replaces this one when it is restored. A part of it would leave this driver the rest.
    if (move.before.length === 0 || move.before.some(({ legs }) => legs !== null)) {
      await requireAnswer(
        api.DELETE('/portal/v1/bookings/{ref}/duties/{id}', { params: { path: { ref: move.ref, id: duty.id } } }),
      )
    }
    for (const body of move.before) await sendAssignment(move.ref, body)
    setMoves(rest, [...undone, move])
    showNotice('Undone.')
  })
}

function findMovedDuty({ duties }: PortalBooking, body: CrewBody): BookingDuty | undefined {
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
  return (await requireAnswer(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } } }))).data
}

/** Runs the moves one after another, so that each one finds the result of the one before. */
function runInTurn(ref: string, work: () => Promise<void>): Promise<void> {
  const mine = turn.then(async () => {
    try {
      await work()
    } catch (thrown) {
      showFailure(thrown)
    }
    await Promise.all([...listCrewQueryKeys(ref), ['board']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  })
  turn = mine
  return mine
}
