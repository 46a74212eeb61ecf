import { minuteMs } from '../../domain/instant.ts'
import type { Logger } from '../../log.ts'
import { isDamage } from '../../storage/sqlite/faults.ts'
import { storageTroubleOf } from '../../storage/trouble.ts'

/**
 * Makes the function that tells the log why the database refuses, of whatever is no such refusal nothing: each kind of trouble at once,
 * and then once a minute while it goes on, with how many refusals there were since; of a damaged file the way back as well, which `wayBack`
 * says. `database` names it, without a password; `elapsed` is a steady clock (ms).
 */
export function troubleTeller(
  log: Logger,
  database: string,
  wayBack: () => string,
  elapsed: () => number = () => performance.now(),
): (refused: unknown) => void {
  const told = new Map<string, { readonly at: number; refusals: number }>()
  return (refused) => {
    const trouble = storageTroubleOf(refused)
    if (trouble === null) return
    const kind = trouble.code ?? trouble.said
    const last = told.get(kind)
    if (last !== undefined && elapsed() - last.at < minuteMs) {
      last.refusals++
      return
    }
    told.set(kind, { at: elapsed(), refusals: 0 })
    const known = isDamage(refused) ? { wayBack: wayBack() } : {}
    log.error({ ...trouble, database, refusals: (last?.refusals ?? 0) + 1, ...known }, 'the database cannot be used')
  }
}
