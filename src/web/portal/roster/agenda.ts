import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { addDays, findToday } from '../../plain/moment.ts'
import { toOwnClocks } from '../../plain/timeline.ts'

/** One busy time of a driver or a vehicle. */
export type AgendaItem = Records['DiaryItem']

/** Longest time that one request of the diary covers. */
const daysAhead = 62

const hourMs = 3_600_000

/** A React hook that returns the plan of every driver or vehicle from today. Reads nothing for a role without access. */
export function useAgenda(by: 'driver' | 'vehicle') {
  const { zone, can } = useSession()
  const from = findToday(zone, useClock(60_000))
  return useQuery({
    queryKey: ['diary', 'agenda', by, from],
    enabled: can('bookings:read'),
    queryFn: async ({ signal }) => {
      const query = { from, to: addDays(from, daysAhead - 1), by }
      const { data } = await requireAnswer(api.GET('/portal/v1/diary', { params: { query }, signal }))
      return new Map(data.rows.map(({ id, items }) => [id, items.map((item) => toOwnClocks(item, zone))]))
    },
  })
}

/** The duties that have not ended, next one first. */
export function listOpenDuties(items: readonly AgendaItem[], now: number): readonly AgendaItem[] {
  return items
    .filter(({ what, to }) => what === 'booking' && Date.parse(to) > now)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/**
 * Duty hours within the next seven days, from leaving the garage until the return, and driving hours of duties that have them.
 */
export function sumHoursInWeek(items: readonly AgendaItem[], now: number): { readonly duty: number; readonly driving: number } {
  const end = now + 7 * 24 * hourMs
  const within = listOpenDuties(items, now).map((item) => {
    const [from, to] = [Date.parse(item.from), Date.parse(item.to)]
    const part = Math.max(0, Math.min(end, to) - Math.max(now, from))
    return { duty: part / hourMs, driving: ((item.driving_minutes ?? 0) / 60) * (part / (to - from)) }
  })
  const total = (of: 'duty' | 'driving') => Math.round(within.reduce((sum, one) => sum + one[of], 0))
  return { duty: total('duty'), driving: total('driving') }
}
