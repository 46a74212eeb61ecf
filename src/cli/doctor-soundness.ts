import type { Config } from '../config.ts'
import { type CountsSeen, hasRightCounts } from '../storage/lists/recount.ts'
import { isKeyOf } from '../storage/sqlite/master-key.ts'
import { inspectCounts } from '../storage/sqlite/recount.ts'
import { listDamage } from '../storage/sqlite/verify.ts'
import { CliFailure } from './exit.ts'
import { createFailFinding, createOkFinding, type Finding } from './finding.ts'
import { describeRestore } from './lost-database.ts'
import { describeWrongKey, readMasterKey } from './master-key.ts'
import { describeWrongCounts } from './recount-lists.ts'

/** Whether the database file is sound, the key belongs to it, and the list counts are correct. */
export function examineSoundness(config: Config, path: string): Finding[] {
  const found = listDamage(path)
  if (found.length > 0)
    return [createFailFinding('integrity', `${path} is damaged: ${found.join('; ')}.`, describeRestore(config))]
  return [
    createOkFinding('integrity', 'The whole database is readable.'),
    ...checkHeldKey(config, path),
    ...checkListCounts(inspectCounts(path)),
  ]
}

/** The findings on the data folder report a missing file. */
function checkHeldKey(config: Config, path: string): Finding[] {
  try {
    const held = readMasterKey(config)
    if (held === null || isKeyOf(path, held)) return []
    const { found, hint } = describeWrongKey(config)
    return [createFailFinding('key', found, hint)]
  } catch (fault) {
    if (!(fault instanceof CliFailure)) throw fault
    return [createFailFinding('key', fault.message, 'Restore the key from your separate copy. Backups do not contain it.')]
  }
}

/** Whether the list counts are correct and their triggers exist. No finding without counts. */
export function checkListCounts(seen: CountsSeen | null): Finding[] {
  if (seen === null) return []
  if (hasRightCounts(seen)) return [createOkFinding('list counts', 'The list counts are correct.')]
  return [
    createFailFinding(
      'list counts',
      describeWrongCounts(seen),
      '`charabanc migrate` corrects the counts. Stop a server on SQLite first.',
    ),
  ]
}
