import { useState } from 'react'
import { api } from '../../office/api/client.ts'
import { showNoticeWithUndo } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { useClock } from '../../office/parts/now.ts'
import { type CrewCoach, type CrewDriver, type Fit, sortCoachesByFit, sortDriversByFit } from '../../plain/crew-fit.ts'
import { findToday, formatWall, toWallTime } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import {
  type BookingDuty,
  buildDutyBody,
  type CrewBody,
  type CrewChoices,
  type CrewPlace,
  findWantedCrew,
  listCrewQueryKeys,
  type PortalBooking,
  readTripMessages,
  removeAssignment,
  restoreAssignment,
} from './crew.ts'
import { findMessageOfDuty } from './duty-message.tsx'

export const crewForm = createForm<CrewBody>(readLimits('CrewInput'))

/** The assignment of one place in the crew of a booking. */
export type Assigned = {
  readonly booking: PortalBooking
  readonly place: CrewPlace
  readonly choices: CrewChoices
  /** Receives the changed booking and whether to open the next trip. */
  readonly done: (booking: PortalBooking, isNextWanted: boolean) => void
}

/** A React hook for the form of an assignment: its choices by fit, its draft, and the write with a notice and an Undo. */
export function useAssigning({ booking, place, choices, done }: Assigned) {
  const now = useClock(60_000)
  const { zone } = useSession()
  const [next] = useState({ isWanted: false })
  const trip = findWantedCrew(booking)
  const say = (at: number) => formatWall(toWallAt(at, zone), findToday(zone, now))
  const elsewhere = booking.duties.filter(({ vehicle_no, declined_at }) => vehicle_no !== place.vehicleNo && declined_at === null)
  const driverOn = new Map(elsewhere.map((duty) => [duty.driver.id, duty.vehicle_no]))
  const coachOn = new Map(elsewhere.map((duty) => [duty.vehicle_id, duty.vehicle_no]))
  const drivers = sortDriversByFit(
    choices.drivers.map((one) => ({ ...one, alsoOn: driverOn.get(one.id) })),
    trip,
    now,
    say,
  )
  const coaches = sortCoachesByFit(
    choices.coaches.map((one) => ({ ...one, alsoOn: coachOn.get(one.id) })),
    trip,
    say,
  )
  const draft = crewForm.useDraft(null, findFirstChoice(booking, place, drivers, coaches))
  // A hired-in vehicle has the id null. Without a choice there is no id.
  const { driver_id, vehicle_id, vehicle_reg } = draft.values
  const coach = coaches.find(({ one }) => one.id === vehicle_id)?.one
  const driver = drivers.find(({ one }) => one.id === driver_id)?.one
  const registration = coach?.registration ?? (vehicle_id === null ? vehicle_reg : undefined)

  const write = useWrite({
    send: (body: CrewBody, headers) =>
      api.POST('/api/v1/bookings/{ref}/driver', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: listCrewQueryKeys(booking.ref),
    onDone: ({ data: after }) => {
      void announceAssignment(driver?.name ?? 'Driver', booking, after, place)
      done(after, next.isWanted)
    },
  })
  const send = () => {
    const body = draft.buildBody()
    void write.run({ ...body, vehicle_reg: registration ?? body.vehicle_reg })
  }
  return { next, trip, drivers, coaches, draft, coach, driver, registration, write, send }
}

/** Shows that a driver is assigned, with the message to the driver and an Undo that restores the earlier crew. */
async function announceAssignment(name: string, before: PortalBooking, after: PortalBooking, place: CrewPlace): Promise<void> {
  const findDuty = ({ duties }: PortalBooking) =>
    duties.find(
      ({ vehicle_no, role, declined_at }) => vehicle_no === place.vehicleNo && role === place.role && declined_at === null,
    )
  const [earlier, duty] = [findDuty(before), findDuty(after)]
  const to = before.vehicles_needed > 1 ? ` to vehicle ${place.vehicleNo}` : ''
  const message = duty === undefined ? '' : await describeMessage(after, duty)
  showNoticeWithUndo(`${name} assigned${to}.${message}`, () => {
    if (earlier !== undefined) void restoreAssignment(before.ref, buildDutyBody(earlier))
    else if (duty !== undefined) void removeAssignment(before.ref, duty.id)
  })
}

/** The message to the driver of a new duty: ` SMS sent 14:02.` Empty if none is known. */
async function describeMessage({ ref, duties, timezone }: PortalBooking, duty: BookingDuty): Promise<string> {
  try {
    const { data } = await queries.fetchQuery({
      queryKey: ['messages', ref],
      queryFn: ({ signal }) => readTripMessages(ref, signal),
    })
    const message = findMessageOfDuty(data, duty, duties.length)
    if (message === undefined) return ''
    const how = message.channel === 'sms' ? 'SMS' : 'Email'
    if (message.status === 'failed') return ` ${how} failed: call the driver.`
    return message.sent_at === null
      ? ` Sending ${how}.`
      : ` ${how} sent ${toWallTime(toWallAt(Date.parse(message.sent_at), timezone))}.`
  } catch {
    return ''
  }
}

/** The first values: the present crew, else the first suitable driver, and the vehicle of the quote if it is suitable. */
function findFirstChoice(
  booking: PortalBooking,
  { vehicleNo, role }: CrewPlace,
  drivers: readonly Fit<CrewDriver>[],
  coaches: readonly Fit<CrewCoach>[],
) {
  const active = booking.duties.filter(({ declined_at }) => declined_at === null)
  const onCoach = active.filter(({ vehicle_no }) => vehicle_no === vehicleNo)
  const duty = onCoach.find((one) => one.role === role)
  const here = duty ?? onCoach[0]
  const onTrip = new Set(active.map(({ driver }) => driver.id))
  const taken = new Set(active.filter(({ vehicle_no }) => vehicle_no !== vehicleNo).map(({ vehicle_id }) => vehicle_id))
  const isFit = ({ reasons }: Fit<unknown>) => !reasons.some(({ isGrave }) => isGrave)
  const freeDriver = drivers.find((fit) => !onTrip.has(fit.one.id) && isFit(fit))
  const fitCoaches = coaches.filter((fit) => !taken.has(fit.one.id) && isFit(fit))
  const quoted = new Set(booking.vehicles.map(({ vehicle_id }) => vehicle_id))
  const freeCoach = fitCoaches.find(({ one }) => quoted.has(one.id)) ?? fitCoaches[0]
  return {
    ...(duty !== undefined && buildDutyBody(duty)),
    vehicle_no: vehicleNo,
    role,
    driver_id: duty?.driver.id ?? freeDriver?.one.id,
    vehicle_id:
      here !== undefined
        ? (coaches.find(({ one }) => one.id === here.vehicle_id)?.one.id ?? null)
        : (freeCoach?.one.id ?? (coaches.length === 0 ? null : undefined)),
    vehicle_reg: here?.vehicle_reg ?? '',
  }
}
