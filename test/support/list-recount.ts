import type { Database } from 'bun:sqlite'

const dayMs = 86_400_000

/** Every row that counts in a list, with its list and day, as SQL. */
const counted = `
  SELECT operator_id, offered_at / ${dayMs} AS day,
    CASE WHEN outcome = 'expired' AND declined_at IS NULL THEN 'expired_jobs' ELSE 'jobs' END AS list
  FROM offers WHERE outcome IS DISTINCT FROM 'won'
  UNION ALL SELECT operator_id, departs_at / ${dayMs}, status || '_bookings' FROM bookings
  UNION ALL SELECT operator_id, created_at / ${dayMs}, status || '_payouts' FROM payouts`

type ListCount = { readonly operator_id: number; readonly list: string; readonly day: number; readonly total: number }

/** Reads the stored lengths of lists day by day, and the lengths counted again at the same instant. */
export const recountQuery = `
  SELECT 'kept' AS source, operator_id, list, day, sum(total) AS total FROM list_counts
    GROUP BY operator_id, list, day HAVING sum(total) <> 0
  UNION ALL SELECT 'found', operator_id, list, day, count(*) FROM (${counted}) AS counted GROUP BY operator_id, list, day
  ORDER BY operator_id, list, day`

type Recount = ListCount & { readonly source: 'found' | 'kept' }

/** Separates the stored from the counted lengths. */
export function keptAndFoundCounts(rows: readonly Recount[]): { readonly kept: ListCount[]; readonly found: ListCount[] } {
  const from = (wanted: Recount['source']) => rows.filter(({ source }) => source === wanted).map(({ source: _, ...row }) => row)
  return { kept: from('kept'), found: from('found') }
}

/** The stored and the counted lengths of a SQLite file. */
export function recountSqlite(database: Database): ReturnType<typeof keptAndFoundCounts> {
  return keptAndFoundCounts(database.query<Recount, []>(recountQuery).all())
}
