import { dayMs, hourMs, minuteMs } from './instant.ts'

/** A number with its unit: `1 trip`, `3 trips`. */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`
}

/** A count of things that need attention: `1 field needs attention`, `2 fields need attention`. */
export function formatAttentionCount(number: number, one: string): string {
  return `${formatCount(number, one)} ${number === 1 ? 'needs' : 'need'} attention`
}

/** Whole minutes in hours and minutes: `45 min`, `2 h`, `3 h 20 min`. Hours do not become days, as on a tachograph. */
export function formatHoursAndMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** A length of time (ms) in its two largest units: `1 d 4 h`, `2 h 10 min`, `5 min`, `under 1 min`. */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(Math.abs(ms) / 60_000)
  if (minutes < 1) return 'under 1 min'
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  const first = parts.findIndex(([size]) => size > 0)
  const largest = parts.slice(first, first + 2).filter(([size]) => size > 0)
  return largest.map(([size, unit]) => `${size} ${unit}`).join(' ')
}

/**
 * A length of time (ms) in one unit, in full words: `15 minutes`, `23 hours`, `7 days`. Up to two hours it is in minutes, rounded
 * up; below two days in whole hours, otherwise in days.
 */
export function formatDurationInWords(ms: number): string {
  const whole = Math.ceil(ms / minuteMs) * minuteMs
  if (whole >= 2 * dayMs) return formatCount(Math.floor(whole / dayMs), 'day')
  return whole > 2 * hourMs ? formatCount(Math.floor(whole / hourMs), 'hour') : formatCount(whole / minuteMs, 'minute')
}

/** The wait until a retry, from its seconds: `a minute`, `12 minutes`. An unknown one, null, is a minute. */
export function formatRetryWait(seconds: number | null): string {
  const minutes = Math.ceil((seconds ?? 60) / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

/** Name of a zone's clocks for people, `London time`. */
export function formatZoneName(timezone: string): string {
  return `${(timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')} time`
}
