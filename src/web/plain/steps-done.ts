/** A line of the log of a trip, as the API tells it. */
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
 * The steps of the drive that was last reported on, of that coach, in their order. What was taken back is left out, and so are remarks:
 * a delay, a halt.
 */
export function stepsDone<Step extends LoggedStep>(log: readonly Step[]): readonly Step[] {
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
