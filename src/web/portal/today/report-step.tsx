import { useState } from 'react'
import { formatWithOffset } from '../../plain/zone.ts'
import type { DayTrip } from '../api/board.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice, showNoticeWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { showFailure } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextAreaField, TickField, WholeField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { describeStep, formatEvent, isStatusChange, listStepsAfter, type OfficeStep } from './steps.ts'

type Report = Records['PortalProgressInput']

/** The part of a trip that a report needs. */
type Underway = Pick<DayTrip, 'ref' | 'timezone' | 'passenger_count' | 'duties'>

/** A drawer that reports a step for a driver whose app is not available. */
export function ReportStep({ trip, close }: { readonly trip: Underway | null; readonly close: () => void }) {
  return (
    <SideDrawer title={trip === null ? '' : `Report step: ${trip.ref}`} isOpen={trip !== null} close={close}>
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
  const coaches = listCoachesToReport(trip)
  const [vehicleNo, setVehicleNo] = useState(String(coaches[0]?.vehicleNo ?? 1))
  const coach = coaches.find((one) => String(one.vehicleNo) === vehicleNo) ?? coaches[0]
  const steps = listStepsAfter(coach?.status ?? '')
  const [occurredAt, setOccurredAt] = useState<string | null>(() => formatWithOffset(Date.now(), trip.timezone))
  const draft = useDraft(null, start)
  const { delay, passengers, hasTried, note } = draft.values
  const step = steps.find((one) => one === draft.values.step) ?? steps[0]

  const write = useWrite({
    send: (body: Report, headers) =>
      api.POST('/portal/v1/bookings/{ref}/progress', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['bookings', trip.ref], ['bookings']],
    onDone: (_booking, body) => {
      close()
      const word = body.status === 'delayed' ? formatEvent(body.status, body.delay_minutes) : describeStep(body.status).label
      const said = `${trip.ref}: ${word}.`
      if (isStatusChange(body.status)) showNoticeWithUndo(said, () => void undoReportedStep(trip.ref, body))
      else showNotice(said)
    },
  })
  if (step === undefined || coach === undefined) return <p>This trip has no more steps to report.</p>

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
    <PortalForm write={write} submit={submit} button="Report step">
      {coaches.length > 1 && (
        <ChoiceField
          path="vehicle_no"
          label="Vehicle"
          value={vehicleNo}
          onValue={(value) => setVehicleNo(value ?? vehicleNo)}
          choices={coaches.map((one) => ({ value: String(one.vehicleNo), label: one.label }))}
        />
      )}
      <RadioCards
        legend={`Step of ${coach.driver}`}
        value={step}
        onValue={(value) => draft.set({ step: value })}
        cards={steps.map((value) => ({ value, ...describeStep(value) }))}
      />
      <MomentField path="occurred_at" label="Time" zone={trip.timezone} value={occurredAt} onValue={setOccurredAt} isRequired />
      {step === 'delayed' && (
        <WholeField
          path="delay_minutes"
          label="Minutes late"
          help="Enter 0 if the vehicle is on time again."
          value={delay}
          onValue={(value) => draft.set({ delay: value })}
          least={0}
          isRequired
        />
      )}
      {step === 'on_board' && (
        <WholeField
          path="passenger_count"
          label="Passengers on board"
          help={`${trip.passenger_count} booked.`}
          value={passengers}
          onValue={(value) => draft.set({ passengers: value })}
        />
      )}
      {step === 'no_show' && (
        <TickField
          path="contact_attempted"
          label="We tried to call the customer"
          value={hasTried}
          onValue={(value) => draft.set({ hasTried: value })}
        />
      )}
      <TextAreaField path="note" label="Note" value={note} onValue={(value) => draft.set({ note: value })} most={500} />
    </PortalForm>
  )
}

/** The vehicles with steps to report, each with its plate and driver. */
function listCoachesToReport({ duties }: Underway) {
  const first = new Map(duties.toReversed().map((duty) => [duty.vehicle_no, duty]))
  return [...first.values()]
    .filter(({ status }) => listStepsAfter(status).length > 0)
    .sort((one, other) => one.vehicle_no - other.vehicle_no)
    .map(({ vehicle_no, vehicle_reg, driver, status }) => ({
      vehicleNo: vehicle_no,
      label: `${vehicle_reg}, ${driver?.name ?? 'no driver'}`,
      driver: driver?.name ?? 'the driver',
      status,
    }))
}

/** Undoes a recent step. */
async function undoReportedStep(ref: string, { status, vehicle_no, occurred_at }: Report): Promise<void> {
  const body = { status, vehicle_no: vehicle_no ?? 1, occurred_at, undo: true }
  try {
    await sendWithRetry((headers) => api.POST('/portal/v1/bookings/{ref}/progress', { params: { path: { ref } }, body, headers }))
  } catch (thrown) {
    showFailure(thrown)
  }
  await queries.invalidateQueries({ queryKey: ['board'] })
  await queries.invalidateQueries({ queryKey: ['bookings', ref] })
}
