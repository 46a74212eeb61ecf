import { Button, Checkbox } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { useClock } from '../../office/parts/now.ts'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { type CrewFitNeeds, findWorkload } from '../../plain/crew-fit.ts'
import { formatDay, toWallTime } from '../../plain/moment.ts'
import { toWallAt } from '../../plain/zone.ts'
import { type Assigned, crewForm, useAssigning } from './assigning.ts'
import { type CrewChoices, formatRole, type PortalBooking } from './crew.ts'
import { PickList } from './pick-list.tsx'
import { UnsafeCoach } from './unsafe-coach.tsx'

const hired = 'hired'

/** A form that assigns a driver to one vehicle of a booking, suitable drivers first. */
export function AssignForm(props: Assigned) {
  const { booking } = props
  const assigning = useAssigning(props)
  const { next, draft, driver, coach, registration, write, send } = assigning
  const isOffline = useLostAt() !== null
  const chosen = useRef<HTMLInputElement>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => chosen.current?.focus(), [])

  const submit = () => {
    if (coach?.isUnsafe === true) setAsking(true)
    else send()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || (event.target instanceof HTMLInputElement && event.target.type === 'search')) return
    next.isWanted = event.shiftKey
    if (!event.shiftKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.target.form?.requestSubmit()
  }
  return (
    <>
      <div
        onKeyDownCapture={onKeyDown}
        onClickCapture={() => {
          next.isWanted = false
        }}
      >
        <OfficeForm
          write={write}
          draft={draft}
          submit={submit}
          button={['Assign', [driver?.name, registration].filter(Boolean).join(', ')].filter(Boolean).join(' ')}
          faults={{
            driver_id: draft.values.driver_id === undefined ? 'Choose a driver.' : null,
            vehicle_id: draft.values.vehicle_id === undefined ? 'Choose a vehicle.' : null,
          }}
          others={
            <Button
              variant="default"
              disabled={isOffline}
              aria-keyshortcuts="Shift+Enter"
              title="Shift+Enter"
              onClick={({ currentTarget }) => {
                next.isWanted = true
                currentTarget.form?.requestSubmit()
              }}
            >
              Assign and next
            </Button>
          }
        >
          <CrewTables {...props} assigning={assigning} chosen={chosen} />
          <DutyDetails booking={booking} draft={draft} />
        </OfficeForm>
      </div>
      <UnsafeCoach
        registration={coach?.registration ?? ''}
        tripRef={booking.ref}
        isOpen={isAsking}
        close={() => setAsking(false)}
        confirm={() => {
          setAsking(false)
          send()
        }}
      />
    </>
  )
}

type Assigning = ReturnType<typeof useAssigning>

/** Two tables to choose from, drivers and vehicles. */
function CrewTables(props: Assigned & { readonly assigning: Assigning; readonly chosen: RefObject<HTMLInputElement | null> }) {
  const { booking, place, choices, chosen } = props
  const { drivers, coaches, draft, trip } = props.assigning
  const { driver_id, vehicle_id } = draft.values
  const describe = useWorkload(trip, choices.week)
  const day = booking.departs_at.slice(0, 10)
  return (
    <div className="pick-pair">
      <PickList
        path="driver_id"
        legend={formatRole(place.role)}
        picks={drivers.map(({ one, reasons }) => ({
          value: String(one.id),
          text: one.name,
          label: <strong>{one.name}</strong>,
          facts: reasons.length === 0 ? describe(one.busy, true) : '',
          reasons,
        }))}
        value={String(driver_id ?? '')}
        onValue={(id) => draft.set({ driver_id: Number(id) })}
        chosen={chosen}
        none={(showAll) =>
          drivers.length === 0 ? (
            'No drivers yet. Add drivers under People.'
          ) : (
            <NoneFree what="driver" showAll={showAll} timesAt={`/diary?view=day&by=drivers&from=${day}`} />
          )
        }
      />
      <div>
        <PickList
          path="vehicle_id"
          legend="Vehicle"
          picks={coaches.map(({ one, reasons }) => ({
            value: String(one.id),
            text: one.registration,
            label: <OfficePlate registration={one.registration} />,
            facts: [formatCount(one.seats, 'seat'), reasons.length === 0 && describe(one.busy, false)]
              .filter(Boolean)
              .join(' · '),
            reasons,
          }))}
          others={[{ value: hired, text: 'hired-in vehicle', label: 'Hired-in vehicle', facts: '', reasons: [] }]}
          value={vehicle_id === null ? hired : String(vehicle_id ?? '')}
          onValue={(id) => draft.set({ vehicle_id: id === hired ? null : Number(id) })}
          none={(showAll) =>
            coaches.length === 0 ? (
              'No vehicles yet. Add vehicles under Fleet.'
            ) : (
              <NoneFree what="vehicle" showAll={showAll} timesAt={`/diary?view=day&from=${day}`} />
            )
          }
        />
        {vehicle_id === null && <crewForm.Text at="vehicle_reg" label="Registration" />}
      </div>
    </div>
  )
}

function NoneFree(props: { readonly what: string; readonly showAll: () => void; readonly timesAt: string }) {
  return (
    <>
      No suitable {props.what} is free.{' '}
      <Button size="compact-xs" variant="default" onClick={props.showAll}>
        Show all
      </Button>{' '}
      <Link href={props.timesAt}>Find a time</Link>
    </>
  )
}

/** A React hook that returns a function for the workload of a busy time: `32 h this week · free until Mon`. */
function useWorkload(trip: CrewFitNeeds, week: CrewChoices['week']) {
  const { zone } = useSession()
  const now = useClock(60_000)
  return (busy: Parameters<typeof findWorkload>[0], hasHours: boolean): string => {
    if (week === null) return ''
    const { workMs, busyFrom } = findWorkload(busy, trip, week)
    const which = now >= week.from && now < week.to ? 'this week' : 'that week'
    const [end, next] = [toWallAt(trip.endsAt, zone), busyFrom === null ? null : toWallAt(busyFrom, zone)]
    const until =
      next === null ? null : next.slice(0, 10) === end.slice(0, 10) ? toWallTime(next) : formatDay(next, next).slice(0, 3)
    return [hasHours && `${Math.round(workMs / 3_600_000)} h ${which}`, until && `free until ${until}`]
      .filter(Boolean)
      .join(' · ')
  }
}

/** The folded details of a duty: report time and place, passengers, and legs. */
function DutyDetails({ booking, draft }: { readonly booking: PortalBooking; readonly draft: Assigning['draft'] }) {
  const { legs, report_place } = draft.values
  return (
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
