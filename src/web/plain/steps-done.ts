/** An event of a trip's log, in the form of the API. */
type LoggedStep = {
  readonly id?: number
  readonly status: string
  readonly leg: number
  readonly vehicle_no: number
  readonly occurred_at: string
  readonly reverts_event_id?: number | null
}

const remarks = ['delayed', 'stop_reached']

/**
 * The steps of the last reported leg and vehicle, in order. Undone steps and remarks (a delay, a stop) are left out.
 */
export function listStepsDone<Step extends LoggedStep>(log: readonly Step[]): readonly Step[] {
  const standing: Step[] = []
  for (const step of log) {
    if (remarks.includes(step.status)) continue
    if (step.status !== 'reverted') standing.push(step)
    else {
      const isTakenBack = ({ id, vehicle_no }: Step) =>
        step.reverts_event_id == null ? vehicle_no === step.vehicle_no : id === step.reverts_event_id
      const at = standing.findLastIndex(isTakenBack)
      if (at !== -1) standing.splice(at, 1)
    }
  }
  const last = standing.at(-1)
  return standing.filter(({ leg, vehicle_no }) => leg === last?.leg && vehicle_no === last.vehicle_no)
}
