import { daysLater, todayIn } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { DateField } from '../form/time-fields.tsx'
import { useNow } from '../parts/now.ts'
import { useUrlState } from '../parts/url-state.ts'
import type { DayRange } from './numbers.ts'

const defaults = { from: '', to: '' }

/** Greatest number of days told at once. */
const mostDays = 400

const presets: readonly { readonly label: string; readonly rangeAt: (today: string) => DayRange }[] = [
  { label: 'This month', rangeAt: (today) => monthsUntil(today, 1) },
  { label: '3 months', rangeAt: (today) => monthsUntil(today, 3) },
  { label: '6 months', rangeAt: (today) => monthsUntil(today, 6) },
  { label: '12 months', rangeAt: (today) => monthsUntil(today, 12) },
  { label: 'Next 3 months', rangeAt: (today) => monthsAhead(today, 3) },
]

/** The first day of a month so many months before that of a day. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

/** The days of so many months, up to the end of the one that runs. */
function monthsUntil(today: string, months: number): DayRange {
  return { from: monthBefore(today, months - 1), to: daysLater(monthBefore(today, -1), -1) }
}

/** The days of so many months ahead, from the first day of the next one. */
function monthsAhead(today: string, months: number): DayRange {
  return { from: monthBefore(today, -1), to: daysLater(monthBefore(today, -months - 1), -1) }
}

/** The days of the address, half a year unless it says so, and why they cannot be told, if they cannot. */
export function useRange() {
  const [{ from, to }, set] = useUrlState(defaults)
  const { zone } = useSession()
  const today = todayIn(zone, useNow(60_000))
  const usual = monthsUntil(today, 6)
  const range: DayRange = { from: from || usual.from, to: to || usual.to }
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  return { range, set, today, fault: faultOf(days) }
}

function faultOf(days: number): string | null {
  if (Number.isNaN(days)) return 'These are no days.'
  if (days < 1) return 'The last day is before the first.'
  return days > mostDays ? `At most ${mostDays} days at once.` : null
}

/** The fields for the first day and the last, typed or taken from one of the usual ranges. */
export function RangePicker({ range, set, today, fault }: ReturnType<typeof useRange>) {
  return (
    <>
      <div className="numbers-range">
        <DateField path="from" label="From" value={range.from} onValue={(from) => from !== '' && set({ from }, true)} />
        <DateField path="to" label="To" value={range.to} onValue={(to) => to !== '' && set({ to }, true)} />
        <div className="numbers-presets">
          {presets.map(({ label, rangeAt }) => {
            const preset = rangeAt(today)
            const isOn = preset.from === range.from && preset.to === range.to
            return (
              <button key={label} type="button" aria-pressed={isOn} onClick={() => set(preset)}>
                {label}
              </button>
            )
          })}
        </div>
      </div>
      {fault !== null && (
        <p role="alert" className="late">
          {fault}
        </p>
      )}
    </>
  )
}
