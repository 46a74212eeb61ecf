import { useSession } from '../../office/api/session.ts'
import { DateField } from '../../office/form/time-fields.tsx'
import { useClock } from '../../office/parts/now.ts'
import { useUrlState } from '../../office/parts/url-state.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import type { DayRange } from './numbers.ts'

const defaults = { from: '', to: '' }

/** Greatest number of days in one report. */
const mostDays = 400

const presets: readonly { readonly label: string; readonly rangeAt: (today: string) => DayRange }[] = [
  { label: 'This month', rangeAt: (today) => findRangeUntil(today, 1) },
  { label: '3 months', rangeAt: (today) => findRangeUntil(today, 3) },
  { label: '6 months', rangeAt: (today) => findRangeUntil(today, 6) },
  { label: '12 months', rangeAt: (today) => findRangeUntil(today, 12) },
  { label: 'Next 3 months', rangeAt: (today) => findRangeAhead(today, 3) },
]

/** The first day of the month that is `months` before a day's month. */
function findMonthStartBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}

/** The days of this many months, up to the end of the current one. */
function findRangeUntil(today: string, months: number): DayRange {
  return { from: findMonthStartBefore(today, months - 1), to: addDays(findMonthStartBefore(today, -1), -1) }
}

/** The days of this many months ahead, from the first day of the next one. */
function findRangeAhead(today: string, months: number): DayRange {
  return { from: findMonthStartBefore(today, -1), to: addDays(findMonthStartBefore(today, -months - 1), -1) }
}

/** The days before a range: as many whole months as it has, else as many days. */
export function findRangeBefore({ from, to }: DayRange): DayRange {
  const next = addDays(to, 1)
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const isOfMonths = from.endsWith('-01') && next.endsWith('-01')
  const days = (Date.parse(next) - Date.parse(from)) / 86_400_000
  return {
    from: isOfMonths ? findMonthStartBefore(from, monthOf(next) - monthOf(from)) : addDays(from, -days),
    to: addDays(from, -1),
  }
}

/** A React hook that returns the days of the address, half a year by default, and the fault of an invalid range. */
export function useRange() {
  const [{ from, to }, set] = useUrlState(defaults)
  const { zone } = useSession()
  const today = findToday(zone, useClock(60_000))
  const usual = findRangeUntil(today, 6)
  const range: DayRange = { from: from || usual.from, to: to || usual.to }
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1
  return { range, set, today, lastYear: findRangeUntil(today, 12), fault: describeRangeFault(days) }
}

function describeRangeFault(days: number): string | null {
  if (Number.isNaN(days)) return 'Enter valid dates.'
  if (days < 1) return 'The end date is before the start date.'
  return days > mostDays ? `Choose at most ${mostDays} days.` : null
}

/** The fields for the first and last day, with buttons for common ranges. */
export function RangePicker({ range, set, today, fault }: ReturnType<typeof useRange>) {
  return (
    <>
      <div className="numbers-range">
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
        <div className="numbers-days">
          <DateField path="from" label="From" value={range.from} onValue={(from) => from !== '' && set({ from }, true)} />
          <DateField path="to" label="To" value={range.to} onValue={(to) => to !== '' && set({ to }, true)} />
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
