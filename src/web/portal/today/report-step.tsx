import { useState } from 'react'
import { withOffset } from '../../plain/zone.ts'
import type { DayTrip } from '../api/board.ts'
import { api, type Records } from '../api/client.ts'
import { say, sayWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextAreaField, TickField, WholeField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { eventWord, movesOn, type OfficeStep, stepsAfter, stepWords } from './steps.ts'

type Report = Records['PortalProgressInput']

/** The part of a trip that a step is reported of. */
type Underway = Pick<DayTrip, 'ref' | 'timezone' | 'passenger_count' | 'duties'>

/** Reports a step for a driver who has no app, or no battery. */
export function ReportStep({ trip, close }: { readonly trip: Underway | null; readonly close: () => void }) {
  return (
    <SideDrawer title={trip === null ? '' : `Report a step of ${trip.ref}`} isOpen={trip !== null} close={close}>
      {trip !== null && <StepForm key={trip.ref} trip={trip} close={close} />}
    </SideDrawer>
  )
}

const start = {
  step: null as OfficeStep | null,
  delay: null as number | null,
  passengers: null as number | null,
  hasTried: false,
  note: '',
}

function StepForm({ trip, close }: { readonly trip: Underway; readonly close: () => void }) {
  const coaches = coachesOf(trip)
  const [vehicleNo, setVehicleNo] = useState(String(coaches[0]?.vehicleNo ?? 1))
  const coach = coaches.find((one) => String(one.vehicleNo) === vehicleNo) ?? coaches[0]
  const steps = stepsAfter(coach?.status ?? '')
  const [occurredAt, setOccurredAt] = useState<string | null>(() => withOffset(Date.now(), trip.timezone))
  const draft = useDraft(null, start)
  const { delay, passengers, hasTried, note } = draft.values
  const step = steps.find((one) => one === draft.values.step) ?? steps[0]

  const write = useWrite({
    send: (body: Report, headers) =>
      api.POST('/portal/v1/bookings/{ref}/progress', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['bookings', trip.ref], ['bookings']],
    onDone: (_booking, body) => {
      close()
      const word = body.status === 'delayed' ? eventWord(body.status, body.delay_minutes) : stepWords(body.status).label
      const said = `${trip.ref}: ${word}.`
      if (movesOn(body.status)) sayWithUndo(said, () => void takeBack(trip.ref, body))
      else say(said)
    },
  })
  if (step === undefined || coach === undefined) return <p>Nothing more can be reported of this trip.</p>

  const submit = () =>
    void write.run({
      status: step,
      vehicle_no: coach.vehicleNo,
      occurred_at: occurredAt ?? '',
      ...(step === 'delayed' && { delay_minutes: delay }),
      ...(step === 'on_board' && passengers !== null && { passenger_count: passengers }),
      ...(step === 'no_show' && { contact_attempted: hasTried }),
      ...(note.trim() !== '' && { note: note.trim() }),
    })

  return (
    <Form write={write} submit={submit} button="Report">
      {coaches.length > 1 && (
        <ChoiceField
          path="vehicle_no"
          label="Coach"
          value={vehicleNo}
          onValue={(value) => setVehicleNo(value ?? vehicleNo)}
          choices={coaches.map((one) => ({ value: String(one.vehicleNo), label: one.label }))}
        />
      )}
      <RadioCards
        legend={`What ${coach.driver} says`}
        value={step}
        onValue={(value) => draft.set({ step: value })}
        cards={steps.map((value) => ({ value, ...stepWords(value) }))}
      />
      <MomentField path="occurred_at" label="When" zone={trip.timezone} value={occurredAt} onValue={setOccurredAt} isRequired />
      {step === 'delayed' && (
        <WholeField
          path="delay_minutes"
          label="Minutes late"
          help="Enter 0 when the coach is on time again."
          value={delay}
          onValue={(value) => draft.set({ delay: value })}
          least={0}
          isRequired
        />
      )}
      {step === 'on_board' && (
        <WholeField
          path="passenger_count"
          label="People on board"
          help={`${trip.passenger_count} are booked.`}
          value={passengers}
          onValue={(value) => draft.set({ passengers: value })}
        />
      )}
      {step === 'no_show' && (
        <TickField
          path="contact_attempted"
          label="We tried to reach them"
          value={hasTried}
          onValue={(value) => draft.set({ hasTried: value })}
        />
      )}
      <TextAreaField path="note" label="Note" value={note} onValue={(value) => draft.set({ note: value })} most={500} />
    </Form>
  )
}

/** The coaches of which something can be reported, each with its plate and driver. */
function coachesOf({ duties }: Underway) {
  const first = new Map(duties.toReversed().map((duty) => [duty.vehicle_no, duty]))
  return [...first.values()]
    .filter(({ status }) => stepsAfter(status).length > 0)
    .sort((one, other) => one.vehicle_no - other.vehicle_no)
    .map(({ vehicle_no, vehicle_reg, driver, status }) => ({
      vehicleNo: vehicle_no,
      label: `${vehicle_reg}, ${driver?.name ?? 'nobody'}`,
      driver: driver?.name ?? 'the driver',
      status,
    }))
}

/** The call that takes a step back while it is fresh. */
async function takeBack(ref: string, { status, vehicle_no, occurred_at }: Report): Promise<void> {
  const body = { status, vehicle_no: vehicle_no ?? 1, occurred_at, undo: true }
  try {
    await sendWithRetry((headers) => api.POST('/portal/v1/bookings/{ref}/progress', { params: { path: { ref } }, body, headers }))
  } catch (thrown) {
    sayFailed(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['board'] })
  await queries.invalidateQueries({ queryKey: ['bookings', ref] })
}
