import { useQuery } from '@tanstack/react-query'
import { type CrewCoach, type CrewDriver, type CrewWanted, restMs } from '../../plain/crew-fit.ts'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { mostRows, rowsOf } from '../api/rows.ts'
import { useSession } from '../api/session.ts'

export type PortalBooking = Records['BookingDetail']
export type BookingDuty = Records['Duty']
export type CrewBody = Records['CrewInput']

/** A place in the crew of a trip: the number of its coach, and the part. */
export type CrewPlace = { readonly vehicleNo: number; readonly role: 'driver' | 'second' | 'relief' }

/** One booking in whole. */
export function useBooking(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** The needs that the crew of a trip is looked for by. */
export function wantedOf(booking: PortalBooking): CrewWanted {
  return {
    ref: booking.ref,
    departsAt: Date.parse(booking.departs_at),
    endsAt: Date.parse(booking.ends_at),
    passengers: booking.passenger_count,
    coaches: booking.vehicles_needed,
    dbsRequired: booking.dbs_required,
  }
}

/** The drivers and coaches there are for a trip, with what takes each from the rest before it to the rest after it. */
export function useCrewChoices(trip: CrewWanted, isWanted: boolean) {
  return useQuery({
    queryKey: ['drivers', 'for', trip.ref, trip.departsAt, trip.endsAt],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const query = {
        from: new Date(trip.departsAt - restMs).toISOString(),
        to: new Date(trip.endsAt + restMs).toISOString(),
      }
      const [drivers, vehicles, unsafe, free] = await Promise.all([
        wholeRoster(signal),
        answerOf(api.GET('/portal/v1/vehicles', { signal })),
        readUnsafe(signal),
        answerOf(api.GET('/portal/v1/availability', { params: { query }, signal })),
      ])
      const busyDriver = new Map(free.data.drivers.map(({ id, busy }) => [id, busy]))
      const busyVehicle = new Map(free.data.vehicles.map(({ id, busy }) => [id, busy]))
      return {
        drivers: drivers
          .filter(({ status }) => status !== 'removed')
          .map((driver): CrewDriver => ({ ...driver, busy: busyDriver.get(driver.id) ?? [] })),
        coaches: vehicles.data.map(
          ({ id, registration, seats }): CrewCoach => ({
            id,
            registration,
            seats,
            isUnsafe: unsafe.has(registration),
            busy: busyVehicle.get(id) ?? [],
          }),
        ),
      }
    },
  })
}

/** Everybody on the roster; empty until they are known. */
export function useWholeRoster(): readonly Records['Driver'][] {
  const { data } = useQuery({ queryKey: ['drivers', 'all'], queryFn: ({ signal }) => wholeRoster(signal) })
  return data ?? []
}

/** The plates of the coaches whose last check found them unsafe, as long as no one has put that right; not read for who may not. */
export function useUnsafeCoaches() {
  const { can } = useSession()
  return useQuery({
    queryKey: ['vehicle-checks', 'unsafe'],
    enabled: can('drivers:read'),
    queryFn: ({ signal }) => readUnsafe(signal),
  })
}

async function readUnsafe(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const checks = await answerOf(api.GET('/portal/v1/vehicle-checks', { params: { query: { per_page: 100 } }, signal }))
  const last = new Map(checks.data.toReversed().map((check) => [check.vehicle_reg, check]))
  const unsafe = [...last.values()].filter(({ result, resolved_at }) => result === 'unsafe' && resolved_at === null)
  return new Set(unsafe.map(({ vehicle_reg }) => vehicle_reg))
}

function wholeRoster(signal: AbortSignal): Promise<readonly Records['Driver'][]> {
  const read = (page: number) => api.GET('/api/v1/drivers', { params: { query: { page, per_page: mostRows } }, signal })
  return Array.fromAsync(rowsOf(read))
}

const onItsWayMs = 5_000

/** The mails and SMS about a trip, the last first; read again soon while one is on its way. */
export function useTripMessages(ref: string) {
  return useQuery({
    queryKey: ['messages', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/messages', { params: { query: { ref, per_page: 100 } }, signal })),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'queued') === true ? onItsWayMs : false),
  })
}

/** The duties that job sheets are printed for: all but those whose driver said no. */
export function dutiesOnSheets({ duties }: PortalBooking): readonly BookingDuty[] {
  return duties.filter(({ declined_at }) => declined_at === null)
}

/** The coaches of a trip that have no driver yet, by their numbers. */
export function coachesWithoutDriver({ vehicles_needed, duties }: PortalBooking): readonly number[] {
  const driven = new Set(
    duties.filter(({ role, declined_at }) => role === 'driver' && declined_at === null).map((duty) => duty.vehicle_no),
  )
  return Array.from({ length: vehicles_needed }, (_, nth) => nth + 1).filter((no) => !driven.has(no))
}

/** The trip that leaves next without a whole crew, within the two months the diary shows; null where there is none. */
export async function nextUnstaffed(zone: string, except: string, now: number): Promise<string | null> {
  const from = todayIn(zone, now)
  const query = { from, to: daysLater(from, 61), by: 'driver' as const }
  const { data } = await answerOf(api.GET('/portal/v1/diary', { params: { query } }))
  const [next] = data.unassigned
    .filter(({ ref }) => ref !== null && ref !== except)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return next?.ref ?? null
}

/** The request body that gives a duty back to the driver who had it. */
export function bodyOfDuty(duty: BookingDuty): CrewBody {
  return {
    driver_id: duty.driver.id,
    vehicle_reg: duty.vehicle_reg,
    vehicle_id: duty.vehicle_id,
    vehicle_no: duty.vehicle_no,
    role: duty.role as CrewPlace['role'],
    legs: duty.legs,
    report_at: duty.report_at,
    report_place: duty.report_place,
    passenger_count: duty.passenger_count,
  }
}

/** Puts somebody on a trip again, as Undo does; whether that was done. */
export async function giveBack(ref: string, body: CrewBody): Promise<boolean> {
  return quietly(ref, () => putOn(ref, body))
}

/** Puts somebody on a trip; sent again where no answer came. Throws an `ApiFailure`. */
export async function putOn(ref: string, body: CrewBody): Promise<void> {
  await sendWithRetry((headers) => api.POST('/api/v1/bookings/{ref}/driver', { params: { path: { ref } }, body, headers }))
}

/** Takes somebody off a trip; whether that was done. */
export async function takeOffTrip(ref: string, id: number): Promise<boolean> {
  return quietly(ref, () => answerOf(api.DELETE('/portal/v1/bookings/{ref}/duties/{id}', { params: { path: { ref, id } } })))
}

/** Keys of the queries that are read again once the crew of a trip has changed. */
export const crewKeys = (ref: string) => [['bookings', ref], ['bookings'], ['messages', ref], ['diary'], ['drivers', 'for']]

async function quietly(ref: string, call: () => Promise<unknown>): Promise<boolean> {
  let isDone = true
  try {
    await call()
  } catch (thrown) {
    sayFailed(thrown)
    isDone = false
  }
  for (const queryKey of [...crewKeys(ref), ['board']]) void queries.invalidateQueries({ queryKey })
  return isDone
}
