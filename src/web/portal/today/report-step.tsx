import { api, type Records } from '../../office/api/client.ts'
import { showNotice, showNoticeWithUndo } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { sendWithRetry } from '../../office/api/retry.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { formatWithOffset } from '../../plain/zone.ts'
import type { DayTrip } from '../api/board.ts'
import { describeStep, formatEvent, isStatusChange, listStepsAfter } from './steps.ts'

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

const stepForm = createForm<Report>(readLimits('PortalProgressInput'))

function StepForm({ trip, close }: { readonly trip: Underway; readonly close: () => void }) {
  const coaches = listCoachesToReport(trip)
  const draft = stepForm.useDraft(null, { occurred_at: formatWithOffset(Date.now(), trip.timezone) })
  const { values } = draft
  const coach = coaches.find(({ vehicleNo }) => vehicleNo === values.vehicle_no) ?? coaches[0]
  const steps = listStepsAfter(coach?.status ?? '')
  const step = steps.find((one) => one === values.status) ?? steps[0]

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

  const chosen = { status: step, vehicle_no: coach.vehicleNo }
  const submit = () => {
    const { delay_minutes = null, passenger_count = null, contact_attempted = false, ...body } = draft.buildBody()
    void write.run({
      ...body,
      ...chosen,
      ...(step === 'delayed' && { delay_minutes }),
      ...(step === 'on_board' && { passenger_count }),
      ...(step === 'no_show' && { contact_attempted }),
    })
  }

  return (
    <OfficeForm write={write} draft={{ ...draft, values: { ...values, ...chosen } }} submit={submit} button="Report step">
      {coaches.length > 1 && (
        <stepForm.Numbered
          at="vehicle_no"
          label="Vehicle"
          choices={coaches.map(({ vehicleNo, label }) => ({ value: vehicleNo, label }))}
        />
      )}
      <stepForm.Cards
        at="status"
        label={`Step of ${coach.driver}`}
        cards={steps.map((value) => ({ value, ...describeStep(value) }))}
      />
      <stepForm.Moment at="occurred_at" label="Time" zone={trip.timezone} />
      {step === 'delayed' && (
        <stepForm.Whole at="delay_minutes" label="Minutes late" help="Enter 0 if the vehicle is on time again." isRequired />
      )}
      {step === 'on_board' && (
        <stepForm.Whole at="passenger_count" label="Passengers on board" help={`${trip.passenger_count} booked.`} />
      )}
      {step === 'no_show' && <stepForm.Tick at="contact_attempted" label="We tried to call the customer" />}
      <stepForm.TextArea at="note" label="Note" />
    </OfficeForm>
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
