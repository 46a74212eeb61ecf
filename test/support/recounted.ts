import type { Database } from 'bun:sqlite'

const dayMs = 86_400_000

/** Every row that counts in a list, with its list and day, as SQL. */
const counted = `
  SELECT operator_id, offered_at / ${dayMs} AS day,
    CASE WHEN outcome = 'expired' AND declined_at IS NULL THEN 'expired_jobs' ELSE 'jobs' END AS list
  FROM offers WHERE outcome IS NOT 'won'
  UNION ALL SELECT operator_id, departs_at / ${dayMs}, status || '_bookings' FROM bookings
  UNION ALL SELECT operator_id, created_at / ${dayMs}, status || '_payouts' FROM payouts`

type ListCount = { readonly operator_id: number; readonly list: string; readonly day: number; readonly total: number }

/** How long a database says its lists are, day by day, and how long they are when they are counted again at the same instant. */
export function recounted(database: Database): { readonly kept: ListCount[]; readonly found: ListCount[] } {
  const order = 'ORDER BY operator_id, list, day'
  const kept = `SELECT operator_id, list, day, total FROM list_counts WHERE total <> 0 ${order}`
  const found = `SELECT operator_id, list, day, count(*) AS total FROM (${counted}) GROUP BY operator_id, list, day ${order}`
  return database.transaction(() => ({
    kept: database.query<ListCount, []>(kept).all(),
    found: database.query<ListCount, []>(found).all(),
  }))()
}
