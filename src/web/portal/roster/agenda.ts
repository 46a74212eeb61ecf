import { useQuery } from '@tanstack/react-query'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { onClocks } from '../../plain/timeline.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'

/** One thing a driver or a coach is taken by. */
export type AgendaItem = Records['DiaryItem']

/** The longest the diary tells of at once. */
const daysAhead = 62

const hourMs = 3_600_000

/** The plan of every driver or every coach from today on; not read for a role that may not read bookings. */
export function useAgenda(by: 'driver' | 'vehicle') {
  const { zone, can } = useSession()
  const from = todayIn(zone, useNow(60_000))
  return useQuery({
    queryKey: ['diary', 'agenda', by, from],
    enabled: can('bookings:read'),
    queryFn: async ({ signal }) => {
      const query = { from, to: daysLater(from, daysAhead - 1), by }
      const { data } = await answerOf(api.GET('/portal/v1/diary', { params: { query }, signal }))
      return new Map(data.rows.map(({ id, items }) => [id, items.map((item) => onClocks(item, zone))]))
    },
  })
}

/** The duties among them that are not over, the next one first. */
export function dutiesOf(items: readonly AgendaItem[], now: number): readonly AgendaItem[] {
  return items
    .filter(({ what, to }) => what === 'booking' && Date.parse(to) > now)
    .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

/**
 * Hours of duty within the next seven days, from leaving the garage to being back. Beside them hours at the wheel, of
 * the duties that tell.
 */
export function hoursInWeek(items: readonly AgendaItem[], now: number): { readonly duty: number; readonly driving: number } {
  const end = now + 7 * 24 * hourMs
  const within = dutiesOf(items, now).map((item) => {
    const [from, to] = [Date.parse(item.from), Date.parse(item.to)]
    const part = Math.max(0, Math.min(end, to) - Math.max(now, from))
    return { duty: part / hourMs, driving: ((item.driving_minutes ?? 0) / 60) * (part / (to - from)) }
  })
  const total = (of: 'duty' | 'driving') => Math.round(within.reduce((sum, one) => sum + one[of], 0))
  return { duty: total('duty'), driving: total('driving') }
}
