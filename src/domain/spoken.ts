import { dayMs, hourMs, minuteMs } from './instant.ts'

/** A number with what it counts: `1 trip`, `3 trips`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}

/** A count of things that need attention: `1 field needs attention`, `2 fields need attention`. */
export function inNeedOfAttention(number: number, one: string): string {
  return `${counted(number, one)} ${number === 1 ? 'needs' : 'need'} attention`
}

/** Whole minutes in hours and minutes: `45 min`, `2 h`, `3 h 20 min`. Hours do not become days: a tachograph counts them. */
export function hoursAndMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** A length of time (ms) in its two largest units: `1 d 4 h`, `2 h 10 min`, `5 min`, `under 1 min`. */
export function spokenLength(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  if (minutes < 1) return 'under 1 min'
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  const first = parts.findIndex(([size]) => size > 0)
  const said = parts.slice(first, first + 2).filter(([size]) => size > 0)
  return said.map(([size, unit]) => `${size} ${unit}`).join(' ')
}

/**
 * A length of time (ms) in one unit, in full words: `15 minutes`, `23 hours`, `7 days`. Up to two hours are told in
 * minutes, of which one that has begun counts, what is shorter than two days in whole hours, and the rest in days.
 */
export function spanInWords(ms: number): string {
  const whole = Math.ceil(ms / minuteMs) * minuteMs
  if (whole >= 2 * dayMs) return counted(Math.floor(whole / dayMs), 'day')
  return whole > 2 * hourMs ? counted(Math.floor(whole / hourMs), 'hour') : counted(whole / minuteMs, 'minute')
}

/** The wait until somebody may try again, from its seconds: `a minute`, `12 minutes`. An unknown one, null, is a minute. */
export function minutesToWait(seconds: number | null): string {
  const minutes = Math.ceil((seconds ?? 60) / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Name of a zone's clocks as people say it, `London time`. */
export function spokenZone(timezone: string): string {
  return `${(timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')} time`
}
