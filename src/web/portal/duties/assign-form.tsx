import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNoticeWithUndo } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { useClock } from '../../office/parts/now.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { type FitReason, sortCoachesByFit, sortDriversByFit } from '../../plain/crew-fit.ts'
import { findToday, formatWall } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import {
  buildDutyBody,
  type CrewBody,
  type CrewPlace,
  findWantedCrew,
  formatRole,
  listCrewQueryKeys,
  type PortalBooking,
  removeAssignment,
  restoreAssignment,
  type useCrewChoices,
} from './crew.ts'
import { type CrewPick, PickList } from './pick-list.tsx'
import { UnsafeCoach } from './unsafe-coach.tsx'

type Choices = NonNullable<ReturnType<typeof useCrewChoices>['data']>

const crewForm = createForm<CrewBody>(readLimits('CrewInput'))

const hired = 'hired'

/**
 * A form that assigns a driver to one vehicle of a booking, suitable drivers first. `done` receives the changed booking
 * and whether to open the next trip.
 */
export function AssignForm(props: {
  readonly booking: PortalBooking
  readonly place: CrewPlace
  readonly choices: Choices
  readonly done: (booking: PortalBooking, isNextWanted: boolean) => void
}) {
  const { booking, place, choices, done } = props
  const now = useClock(60_000)
  const { zone } = useSession()
  const isOffline = useLostAt() !== null
  const chosen = useRef<HTMLInputElement>(null)
  const isNextWanted = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const standing = booking.duties.find(({ vehicle_no, role }) => vehicle_no === place.vehicleNo && role === place.role)

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
  const draft = crewForm.useDraft(null, buildFirstChoice(booking, place, drivers, coaches))
  // A hired-in vehicle has the id null. Without a choice there is no id.
  const { driver_id, vehicle_id, report_place, legs } = draft.values
  const chosenCoach = coaches.find(({ one }) => one.id === vehicle_id)
  const chosenDriver = drivers.find(({ one }) => one.id === driver_id)
  const isUnsafe = chosenCoach?.one.isUnsafe === true

  useEffect(() => chosen.current?.focus(), [])

  const write = useWrite({
    send: (body: CrewBody, headers) =>
      api.POST('/api/v1/bookings/{ref}/driver', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: listCrewQueryKeys(booking.ref),
    onDone: ({ data: after }) => {
      const duty = after.duties.find(({ vehicle_no, role }) => vehicle_no === place.vehicleNo && role === place.role)
      const name = chosenDriver?.one.name ?? 'The driver'
      const of = booking.vehicles_needed > 1 ? `vehicle ${place.vehicleNo} of ${booking.ref}` : booking.ref
      const undo = () => {
        if (standing !== undefined && standing.declined_at === null) void restoreAssignment(booking.ref, buildDutyBody(standing))
        else if (duty !== undefined) void removeAssignment(booking.ref, duty.id)
      }
      showNoticeWithUndo(`${name} assigned to ${of}.`, undo)
      done(after, isNextWanted.current)
    },
  })

  const send = () => {
    setAsking(false)
    const body = draft.buildBody()
    void write.run({ ...body, vehicle_reg: chosenCoach?.one.registration ?? body.vehicle_reg })
  }
  const submit = () => {
    if (isUnsafe) setAsking(true)
    else send()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return
    isNextWanted.current = event.shiftKey
    if (!event.shiftKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.target.form?.requestSubmit()
  }

  return (
    <div onKeyDownCapture={onKeyDown} onClickCapture={() => (isNextWanted.current = false)}>
      <OfficeForm
        write={write}
        draft={draft}
        submit={submit}
        button="Assign"
        faults={{
          driver_id: driver_id === undefined ? 'Choose a driver.' : null,
          vehicle_id: vehicle_id === undefined ? 'Choose a vehicle.' : null,
        }}
        others={
          <Button
            variant="default"
            disabled={isOffline}
            aria-keyshortcuts="Shift+Enter"
            title="Shift+Enter"
            onClick={({ currentTarget }) => {
              isNextWanted.current = true
              currentTarget.form?.requestSubmit()
            }}
          >
            Assign and next
          </Button>
        }
      >
        <div className="pick-pair">
          <PickList
            path="driver_id"
            legend={formatRole(place.role)}
            picks={drivers.map(({ one, reasons }) =>
              buildCrewPick(String(one.id), one.name, <strong>{one.name}</strong>, reasons),
            )}
            value={String(driver_id ?? '')}
            onValue={(id) => draft.set({ driver_id: Number(id) })}
            chosen={chosen}
            empty="No drivers yet. Add drivers under People."
          />
          <div>
            <PickList
              path="vehicle_id"
              legend="Vehicle"
              picks={[
                ...coaches.map(({ one, reasons }) =>
                  buildCrewPick(
                    String(one.id),
                    one.registration,
                    <>
                      <OfficePlate registration={one.registration} />{' '}
                      <span className="quiet">{formatCount(one.seats, 'seat')}</span>
                    </>,
                    reasons,
                  ),
                ),
                { ...buildCrewPick(hired, 'hired-in vehicle', 'Hired-in vehicle', []), isFree: false },
              ]}
              value={vehicle_id === null ? hired : String(vehicle_id ?? '')}
              onValue={(id) => draft.set({ vehicle_id: id === hired ? null : Number(id) })}
              empty=""
            />
            {vehicle_id === null && <crewForm.Text at="vehicle_reg" label="Registration" />}
          </div>
        </div>
        <details className="duty-more" open={Boolean(legs || report_place) || undefined}>
          <summary>Report time, legs, passengers</summary>
          <div>
            <crewForm.Moment at="report_at" label="Report time" zone={booking.timezone} />
            <crewForm.Text at="report_place" label="Report at" />
            <crewForm.Whole at="passenger_count" label="Passengers in this vehicle" least={1} />
            <LegChoice
              booking={booking}
              legs={legs ?? []}
              onLegs={(ticked) => draft.set({ legs: ticked.length === 0 ? null : ticked })}
            />
          </div>
        </details>
      </OfficeForm>
      <UnsafeCoach
        registration={chosenCoach?.one.registration ?? ''}
        tripRef={booking.ref}
        isOpen={isAsking}
        close={() => setAsking(false)}
        confirm={send}
      />
    </div>
  )
}

function LegChoice(props: {
  readonly booking: PortalBooking
  readonly legs: readonly number[]
  readonly onLegs: (legs: number[]) => void
}) {
  const { booking, legs, onLegs } = props
  const driven = booking.legs.filter(({ kind }) => kind === 'transfer')
  if (driven.length < 2) return null
  return (
    <fieldset className="duty-legs">
      <legend>Legs (none ticked means all)</legend>
      {driven.map(({ sequence, pickup, dropoff }) => (
        <Checkbox
          key={sequence}
          label={`${sequence}. ${pickup.label} to ${dropoff.label}`}
          checked={legs.includes(sequence)}
          onChange={({ currentTarget }) =>
            onLegs(currentTarget.checked ? [...legs, sequence].sort((a, b) => a - b) : legs.filter((one) => one !== sequence))
          }
        />
      ))}
    </fieldset>
  )
}

function buildCrewPick(value: string, text: string, label: React.ReactNode, reasons: readonly FitReason[]): CrewPick {
  return { value, text, label, reasons, isFree: true }
}

/** The first values: the present crew, else the first suitable driver, and the vehicle of the quote if it is suitable. */
function buildFirstChoice(
  booking: PortalBooking,
  { vehicleNo, role }: CrewPlace,
  drivers: ReturnType<typeof sortDriversByFit>,
  coaches: ReturnType<typeof sortCoachesByFit>,
) {
  const duty = booking.duties.find((one) => one.vehicle_no === vehicleNo && one.role === role && one.declined_at === null)
  const beside = booking.duties.find((one) => one.vehicle_no === vehicleNo && one.declined_at === null)
  const here = duty ?? beside
  const onTrip = new Set(booking.duties.filter((one) => one.declined_at === null).map(({ driver }) => driver.id))
  const takenCoaches = new Set(
    booking.duties.filter((one) => one.vehicle_no !== vehicleNo && one.declined_at === null).map(({ vehicle_id }) => vehicle_id),
  )
  const freeDriver = drivers.find(({ one, reasons }) => !onTrip.has(one.id) && !reasons.some(({ isGrave }) => isGrave))
  const fitCoaches = coaches.filter(({ one, reasons }) => !takenCoaches.has(one.id) && !reasons.some(({ isGrave }) => isGrave))
  const named = new Set(booking.vehicles.map(({ vehicle_id }) => vehicle_id))
  const freeCoach = fitCoaches.find(({ one }) => named.has(one.id)) ?? fitCoaches[0]
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
