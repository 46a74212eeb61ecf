import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { counted } from '../../../domain/spoken.ts'
import { coachesByFit, driversByFit, type FitReason } from '../../plain/crew-fit.ts'
import { spokenWall, todayIn } from '../../plain/moment.ts'
import { wallAt } from '../../plain/zone.ts'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { sayWithUndo } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextField, WholeField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { useNow } from '../parts/now.ts'
import { Plate } from '../parts/plate.tsx'
import {
  bodyOfDuty,
  type CrewBody,
  type CrewPlace,
  crewKeys,
  giveBack,
  type PortalBooking,
  takeOffTrip,
  type useCrewChoices,
  wantedOf,
} from './crew.ts'
import { type CrewPick, PickList } from './pick-list.tsx'
import { UnsafeCoach } from './unsafe-coach.tsx'

type Choices = NonNullable<ReturnType<typeof useCrewChoices>['data']>

const other = 'other'

/**
 * A form that gives one coach of a booking its driver, the free and fit first. `done` receives the booking as it then
 * is, and whether the next trip is wanted.
 */
export function AssignForm(props: {
  readonly booking: PortalBooking
  readonly place: CrewPlace
  readonly choices: Choices
  readonly done: (booking: PortalBooking, isNextWanted: boolean) => void
}) {
  const { booking, place, choices, done } = props
  const now = useNow(60_000)
  const { zone } = useSession()
  const isOffline = useLostAt() !== null
  const chosen = useRef<HTMLInputElement>(null)
  const isNextWanted = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const standing = booking.duties.find(({ vehicle_no, role }) => vehicle_no === place.vehicleNo && role === place.role)

  const trip = wantedOf(booking)
  const say = (at: number) => spokenWall(wallAt(at, zone), todayIn(zone, now))
  const elsewhere = booking.duties.filter(({ vehicle_no, declined_at }) => vehicle_no !== place.vehicleNo && declined_at === null)
  const driverOn = new Map(elsewhere.map((duty) => [duty.driver.id, duty.vehicle_no]))
  const coachOn = new Map(elsewhere.map((duty) => [duty.vehicle_id, duty.vehicle_no]))
  const drivers = driversByFit(
    choices.drivers.map((one) => ({ ...one, alsoOn: driverOn.get(one.id) })),
    trip,
    now,
    say,
  )
  const coaches = coachesByFit(
    choices.coaches.map((one) => ({ ...one, alsoOn: coachOn.get(one.id) })),
    trip,
    say,
  )
  const [start] = useState(() => startOf(booking, place, drivers, coaches))
  const draft = useDraft(null, start)
  const { driver, coach, plate, reportAt, reportPlace, passengers, legs } = draft.values
  const chosenCoach = coaches.find(({ one }) => String(one.id) === coach)
  const chosenDriver = drivers.find(({ one }) => String(one.id) === driver)
  const isUnsafe = chosenCoach?.one.isUnsafe === true

  useEffect(() => chosen.current?.focus(), [])

  const write = useWrite({
    send: (body: CrewBody, headers) =>
      api.POST('/api/v1/bookings/{ref}/driver', { params: { path: { ref: booking.ref } }, body, headers }),
    refreshes: crewKeys(booking.ref),
    onDone: ({ data: after }) => {
      const duty = after.duties.find(({ vehicle_no, role }) => vehicle_no === place.vehicleNo && role === place.role)
      const name = chosenDriver?.one.name ?? 'The driver'
      const of = booking.vehicles_needed > 1 ? `coach ${place.vehicleNo} of ${booking.ref}` : booking.ref
      const undo = () => {
        if (standing !== undefined && standing.declined_at === null) void giveBack(booking.ref, bodyOfDuty(standing))
        else if (duty !== undefined) void takeOffTrip(booking.ref, duty.id)
      }
      sayWithUndo(`${name} is on ${of}.`, undo)
      done(after, isNextWanted.current)
    },
  })

  const send = () => {
    setAsking(false)
    void write.run({
      driver_id: Number(driver),
      vehicle_reg: chosenCoach?.one.registration ?? plate.trim(),
      vehicle_id: chosenCoach?.one.id ?? null,
      vehicle_no: place.vehicleNo,
      role: place.role,
      ...(legs.length > 0 && { legs }),
      ...(reportAt !== null && { report_at: reportAt }),
      ...(reportPlace.trim() !== '' && { report_place: reportPlace.trim() }),
      ...(passengers !== null && { passenger_count: passengers }),
    })
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
      <Form
        write={write}
        submit={submit}
        button="Assign"
        faults={{
          driver_id: driver === '' ? 'Choose a driver.' : null,
          vehicle_id: coach === '' ? 'Choose a vehicle.' : null,
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
            Assign, next unstaffed
          </Button>
        }
      >
        <div className="pick-pair">
          <PickList
            path="driver_id"
            legend={spokenRole(place.role)}
            picks={drivers.map(({ one, reasons }) => pickOf(String(one.id), one.name, <strong>{one.name}</strong>, reasons))}
            value={driver}
            onValue={(value) => draft.set({ driver: value })}
            chosen={chosen}
            empty="Nobody is on the roster yet: add drivers under People."
          />
          <div>
            <PickList
              path="vehicle_id"
              legend="Coach"
              picks={[
                ...coaches.map(({ one, reasons }) =>
                  pickOf(
                    String(one.id),
                    one.registration,
                    <>
                      <Plate registration={one.registration} /> <span className="quiet">{counted(one.seats, 'seat')}</span>
                    </>,
                    reasons,
                  ),
                ),
                { ...pickOf(other, 'another coach', 'A coach that is not of the fleet', []), isFree: false },
              ]}
              value={coach}
              onValue={(value) => draft.set({ coach: value })}
              empty=""
            />
            {coach === other && (
              <TextField
                path="vehicle_reg"
                label="Its plate"
                value={plate}
                onValue={(value) => draft.set({ plate: value })}
                most={16}
                isRequired
              />
            )}
          </div>
        </div>
        <details className="duty-more" open={legs.length > 0 || reportPlace !== '' || undefined}>
          <summary>Where to report, which legs, how many people</summary>
          <div>
            <MomentField
              path="report_at"
              label="Reports at"
              zone={booking.timezone}
              value={reportAt}
              onValue={(value) => draft.set({ reportAt: value })}
            />
            <TextField
              path="report_place"
              label="Reports where"
              value={reportPlace}
              onValue={(value) => draft.set({ reportPlace: value })}
              most={160}
            />
            <WholeField
              path="passenger_count"
              label="People on this coach"
              value={passengers}
              onValue={(value) => draft.set({ passengers: value })}
              least={1}
            />
            <Legs booking={booking} legs={legs} onLegs={(value) => draft.set({ legs: value })} />
          </div>
        </details>
      </Form>
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

function Legs(props: {
  readonly booking: PortalBooking
  readonly legs: readonly number[]
  readonly onLegs: (legs: number[]) => void
}) {
  const { booking, legs, onLegs } = props
  const driven = booking.legs.filter(({ kind }) => kind === 'transfer')
  if (driven.length < 2) return null
  return (
    <fieldset className="duty-legs">
      <legend>Only on these legs; none means all</legend>
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

function pickOf(value: string, text: string, label: React.ReactNode, reasons: readonly FitReason[]): CrewPick {
  return { value, text, label, reasons, isFree: true }
}

function spokenRole(role: CrewPlace['role']): string {
  return { driver: 'Driver', second: 'Second driver', relief: 'Relief driver' }[role]
}

/** Values at first: the present crew, else the first free and fit, and the coach that the quote names if that is so. */
function startOf(
  booking: PortalBooking,
  { vehicleNo, role }: CrewPlace,
  drivers: ReturnType<typeof driversByFit>,
  coaches: ReturnType<typeof coachesByFit>,
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
  const coachOf = (id: number | null) => (id !== null && coaches.some(({ one }) => one.id === id) ? String(id) : other)
  return {
    driver: String(duty?.driver.id ?? freeDriver?.one.id ?? ''),
    coach:
      here !== undefined
        ? coachOf(here.vehicle_id)
        : freeCoach !== undefined
          ? String(freeCoach.one.id)
          : coaches.length === 0
            ? other
            : '',
    plate: here?.vehicle_reg ?? '',
    reportAt: duty?.report_at ?? null,
    reportPlace: duty?.report_place ?? '',
    passengers: duty?.passenger_count ?? null,
    legs: [...(duty?.legs ?? [])] as number[],
  }
}
