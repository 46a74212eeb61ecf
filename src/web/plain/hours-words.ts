import { formatHoursAndMinutes } from '../../domain/spoken.ts'

/** The drivers' hours of a trip, in the form of the API. */
export type AdvisedHours = {
  readonly driving_minutes: number
  readonly duty_minutes: number
  readonly breaks_minutes: number
  readonly second_driver_likely: boolean
  /** Whether the server estimated the driving time: it was neither entered nor routed. */
  readonly estimated: boolean
}

/** The part of a leg that shows its day. */
type DrivenLeg = { readonly kind: string; readonly departs_at: string }

/**
 * Formats drivers' hours: `18 h driving over 3 days, breaks 135 min, 31 h on duty; one driver is enough by the
 * basic rules`. An estimated drive adds `about …` and `(estimated)`.
 */
export function formatDriverHours(hours: AdvisedHours, legs: readonly DrivenLeg[]): string {
  const days = new Set(legs.filter(({ kind }) => kind === 'transfer').map(({ departs_at }) => departs_at.slice(0, 10))).size
  const said = [
    `${formatHoursAndMinutes(hours.driving_minutes)} driving${days > 1 ? ` over ${days} days` : ''}`,
    hours.breaks_minutes > 0 ? `breaks ${hours.breaks_minutes} min` : '',
    `${formatHoursAndMinutes(hours.duty_minutes)} on duty`,
  ]
  const advice = hours.second_driver_likely ? 'probably two drivers' : 'one driver is enough by the basic rules'
  const text = said.filter(Boolean).join(', ')
  return `${hours.estimated ? `about ${text} (estimated)` : text}; ${advice}`
}
