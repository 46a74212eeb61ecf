import { minuteMs } from '../../domain/instant.ts'
import type { Logger } from '../../log.ts'
import { isDamage } from '../../storage/sqlite/faults.ts'
import { findStorageTrouble } from '../../storage/trouble.ts'

/**
 * Makes the function that logs why the database refuses; other errors log nothing. Each kind of trouble is logged immediately,
 * and then once a minute with the number of refusals since. A damaged file is logged with the recovery in `wayBack`. `database`
 * is its name without a password; `elapsed` is a steady clock (ms).
 */
export function createTroubleLogger(
  log: Logger,
  database: string,
  wayBack: () => string,
  elapsed: () => number = () => performance.now(),
): (refused: unknown) => void {
  const told = new Map<string, { readonly at: number; refusals: number }>()
  return (refused) => {
    const trouble = findStorageTrouble(refused)
    if (trouble === null) return
    const kind = trouble.code ?? trouble.said
    const last = told.get(kind)
    if (last !== undefined && elapsed() - last.at < minuteMs) {
      last.refusals++
      return
    }
    told.set(kind, { at: elapsed(), refusals: 0 })
    const known = isDamage(refused) ? { wayBack: wayBack() } : {}
    log.error({ ...trouble, database, refusals: (last?.refusals ?? 0) + 1, ...known }, 'database unavailable')
  }
}
