import { instantsOf, wallAt, withOffset } from '../../plain/zone.ts'

/** A document is good through its last day: the end of that day on the operator's clocks, as the API takes instants; null for no day. */
export function endOfDay(day: string, zone: string): string | null {
  const [instant] = day === '' ? [] : instantsOf(`${day}T23:59`, zone)
  return instant === undefined ? null : withOffset(instant, zone)
}

/** The day on the operator's clocks that an instant of the API lies in, for a date field; empty for none. */
export function dayIn(instant: string | null, zone: string): string {
  return instant === null ? '' : wallAt(Date.parse(instant), zone).slice(0, 10)
}
