import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { sendWithRetry } from '../../office/api/retry.ts'
import { mostRows, readAllRows } from '../../office/api/rows.ts'
import { useSession } from '../../office/api/session.ts'
import { type CrewCoach, type CrewDriver, type CrewFitNeeds, restMs } from '../../plain/crew-fit.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { findMonday } from '../../plain/timeline.ts'
import { formatWord } from '../../plain/words.ts'
import { listInstants } from '../../plain/zone.ts'

export type PortalBooking = Records['BookingDetail']
export type BookingDuty = Records['Duty']
export type CrewBody = Records['CrewInput']

/** A place in the crew of a trip: the number of the vehicle, and the role. */
export type CrewPlace = { readonly vehicleNo: number; readonly role: 'driver' | 'second' | 'relief' }

export function useBooking(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref],
    queryFn: ({ signal }) => requireAnswer(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** The needs of a trip that its crew has to meet. */
export function findWantedCrew(booking: PortalBooking): CrewFitNeeds {
  return {
    ref: booking.ref,
    departsAt: Date.parse(booking.departs_at),
    endsAt: Date.parse(booking.ends_at),
    passengers: booking.passenger_count,
    coaches: booking.vehicles_needed,
    dbsRequired: booking.dbs_required,
  }
}

const dayMs = 86_400_000

/** Longest time that one request of the availability covers (ms). */
const longestMs = 62 * dayMs

/** The week of a trip in a zone, from Monday; instants (ms). Null for a trip too long to read its weeks. */
function findTripWeek({ departsAt, endsAt }: CrewFitNeeds, zone: string): { readonly from: number; readonly to: number } | null {
  const monday = findMonday(findToday(zone, departsAt))
  const [from = 0] = listInstants(`${monday}T00:00`, zone)
  const [to = 0] = listInstants(`${addDays(monday, 7)}T00:00`, zone)
  return endsAt + 7 * dayMs - from < longestMs ? { from, to } : null
}

/**
 * A React hook that returns the drivers and vehicles for a trip. Their busy times cover its week, its rests, and seven days after it.
 */
export function useCrewChoices(trip: CrewFitNeeds, isWanted: boolean) {
  const { zone } = useSession()
  const week = findTripWeek(trip, zone)
  return useQuery({
    queryKey: ['drivers', 'for', trip.ref, trip.departsAt, trip.endsAt],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const query = {
        from: new Date(Math.min(trip.departsAt - restMs, week?.from ?? trip.departsAt)).toISOString(),
        to: new Date(trip.endsAt + (week === null ? restMs : 7 * dayMs)).toISOString(),
      }
      const [drivers, vehicles, unsafe, free] = await Promise.all([
        readWholeRoster(signal),
        requireAnswer(api.GET('/portal/v1/vehicles', { signal })),
        readUnsafe(signal),
        requireAnswer(api.GET('/portal/v1/availability', { params: { query }, signal })),
      ])
      const busyDriver = new Map(free.data.drivers.map(({ id, busy }) => [id, busy]))
      const busyVehicle = new Map(free.data.vehicles.map(({ id, busy }) => [id, busy]))
      return {
        week,
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

/** The drivers and vehicles to choose from for a trip. */
export type CrewChoices = NonNullable<ReturnType<typeof useCrewChoices>['data']>

/** A React hook that returns the whole roster. Empty while loading. */
export function useWholeRoster(): readonly Records['Driver'][] {
  const { data } = useQuery({ queryKey: ['drivers', 'all'], queryFn: ({ signal }) => readWholeRoster(signal) })
  return data ?? []
}

/** A React hook that returns the plates of vehicles with an unrepaired unsafe check. Not read for a role without access. */
export function useUnsafeCoaches() {
  const { can } = useSession()
  return useQuery({
    queryKey: ['vehicle-checks', 'unsafe'],
    enabled: can('drivers:read'),
    queryFn: ({ signal }) => readUnsafe(signal),
  })
}

async function readUnsafe(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const checks = await requireAnswer(api.GET('/portal/v1/vehicle-checks', { params: { query: { per_page: 100 } }, signal }))
  const last = new Map(checks.data.toReversed().map((check) => [check.vehicle_reg, check]))
  const unsafe = [...last.values()].filter(({ result, resolved_at }) => result === 'unsafe' && resolved_at === null)
  return new Set(unsafe.map(({ vehicle_reg }) => vehicle_reg))
}

function readWholeRoster(signal: AbortSignal): Promise<readonly Records['Driver'][]> {
  const read = (page: number) => api.GET('/api/v1/drivers', { params: { query: { page, per_page: mostRows } }, signal })
  return Array.fromAsync(readAllRows(read))
}

const onItsWayMs = 5_000

/** A React hook that returns the messages about a trip, newest first. Reads again soon while one is being sent. */
export function useTripMessages(ref: string) {
  return useQuery({
    queryKey: ['messages', ref],
    queryFn: ({ signal }) => readTripMessages(ref, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'queued') === true ? onItsWayMs : false),
  })
}

/** Reads the messages about a trip, newest first. */
export function readTripMessages(ref: string, signal?: AbortSignal) {
  return requireAnswer(
    api.GET('/portal/v1/messages', { params: { query: { ref, per_page: 100 } }, ...(signal !== undefined && { signal }) }),
  )
}

/** The duties with a job sheet: all but declined duties. */
export function listDutiesWithSheets({ duties }: PortalBooking): readonly BookingDuty[] {
  return duties.filter(({ declined_at }) => declined_at === null)
}

/** The numbers of a trip's vehicles without a driver. */
export function listCoachesWithoutDriver({ vehicles_needed, duties }: PortalBooking): readonly number[] {
  const driven = new Set(
    duties.filter(({ role, declined_at }) => role === 'driver' && declined_at === null).map((duty) => duty.vehicle_no),
  )
  return Array.from({ length: vehicles_needed }, (_, nth) => nth + 1).filter((no) => !driven.has(no))
}

/** The next unallocated trip within the two months of the diary. Null if there is none. */
export async function findNextUnstaffed(zone: string, except: string, now: number): Promise<string | null> {
  const from = findToday(zone, now)
  const query = { from, to: addDays(from, 61), by: 'driver' as const }
  const { data } = await requireAnswer(api.GET('/portal/v1/diary', { params: { query } }))
  const [next] = data.unassigned
    .filter(({ ref }) => ref !== null && ref !== except)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return next?.ref ?? null
}

/** The request body that restores a duty. */
export function buildDutyBody(duty: BookingDuty): CrewBody {
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

/** Restores an assignment for Undo, and returns whether that worked. */
export async function restoreAssignment(ref: string, body: CrewBody): Promise<boolean> {
  return tryCrewCall(ref, () => sendAssignment(ref, body))
}

/** Assigns a driver to a trip, and sends the request again without an answer. Throws an `ApiFailure`. */
export async function sendAssignment(ref: string, body: CrewBody): Promise<void> {
  await sendWithRetry((headers) => api.POST('/api/v1/bookings/{ref}/driver', { params: { path: { ref } }, body, headers }))
}

/** Unassigns a driver from a trip, and returns whether that worked. */
export async function removeAssignment(ref: string, id: number): Promise<boolean> {
  return tryCrewCall(ref, () =>
    requireAnswer(api.DELETE('/portal/v1/bookings/{ref}/duties/{id}', { params: { path: { ref, id } } })),
  )
}

/** Keys of the queries to read again after a change of a trip's crew. */
export const listCrewQueryKeys = (ref: string) => [
  ['bookings', ref],
  ['bookings'],
  ['messages', ref],
  ['diary'],
  ['drivers', 'for'],
]

async function tryCrewCall(ref: string, call: () => Promise<unknown>): Promise<boolean> {
  let isDone = true
  try {
    await call()
  } catch (thrown) {
    showFailure(thrown)
    isDone = false
  }
  for (const queryKey of [...listCrewQueryKeys(ref), ['board']]) void queries.invalidateQueries({ queryKey })
  return isDone
}

const roles: ReadonlyMap<string, string> = new Map([
  ['driver', 'Driver'],
  ['second', 'Second driver'],
  ['relief', 'Relief driver'],
])

/** The role of a driver. */
export function formatRole(role: string): string {
  return roles.get(role) ?? formatWord(role)
}
