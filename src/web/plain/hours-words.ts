import { hoursAndMinutes } from '../../domain/spoken.ts'

/** The drivers' hours that a trip takes, as the API tells them. */
export type AdvisedHours = {
  readonly driving_minutes: number
  readonly duty_minutes: number
  readonly breaks_minutes: number
  readonly second_driver_likely: boolean
  /** Whether the driving time was reckoned, neither given nor told by a router. */
  readonly estimated: boolean
}

/** The part of a leg that tells on which day somebody drives. */
type DrivenLeg = { readonly kind: string; readonly departs_at: string }

/**
 * Drivers' hours as people say them: `18 h driving over 3 days, breaks 135 min, 31 h on duty; one driver is enough by the
 * basic rules`. Of an estimated drive `about …` and `(estimated)`.
 */
export function spokenHours(hours: AdvisedHours, legs: readonly DrivenLeg[]): string {
  const days = new Set(legs.filter(({ kind }) => kind === 'transfer').map(({ departs_at }) => departs_at.slice(0, 10))).size
  const said = [
    `${hoursAndMinutes(hours.driving_minutes)} driving${days > 1 ? ` over ${days} days` : ''}`,
    hours.breaks_minutes > 0 ? `breaks ${hours.breaks_minutes} min` : '',
    `${hoursAndMinutes(hours.duty_minutes)} on duty`,
  ]
  const advice = hours.second_driver_likely ? 'a second driver is likely' : 'one driver is enough by the basic rules'
  const text = said.filter(Boolean).join(', ')
  return `${hours.estimated ? `about ${text} (estimated)` : text}; ${advice}`
}
