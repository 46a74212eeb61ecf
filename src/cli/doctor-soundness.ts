import type { Config } from '../config.ts'
import { areCountsRight, type CountsSeen } from '../storage/lists/recount.ts'
import { isKeyOf } from '../storage/sqlite/master-key.ts'
import { lookAtCounts } from '../storage/sqlite/recount.ts'
import { damageIn } from '../storage/sqlite/verify.ts'
import { CliFailure } from './exit.ts'
import { type Finding, fail, ok } from './finding.ts'
import { wayBack } from './lost-database.ts'
import { keyAtHand, wrongKey } from './master-key.ts'
import { sayWrong } from './recount-lists.ts'

/** Whether the file of a database is whole, whether the key at hand is its own, and whether its lists are as long as they say. */
export function examineSoundness(config: Config, path: string): Finding[] {
  const found = damageIn(path)
  if (found.length > 0) return [fail('integrity', `${path} is damaged: ${found.join('; ')}.`, wayBack(config))]
  return [ok('integrity', 'All of it can be read.'), ...key(config, path), ...listCounts(lookAtCounts(path))]
}

/** One that is not there is told with the data folder. */
function key(config: Config, path: string): Finding[] {
  try {
    const held = keyAtHand(config)
    if (held === null || isKeyOf(path, held)) return []
    const { found, hint } = wrongKey(config)
    return [fail('key', found, hint)]
  } catch (fault) {
    if (!(fault instanceof CliFailure)) throw fault
    return [fail('key', fault.message, 'Bring the key back from where you keep it apart: no backup holds it.')]
  }
}

/** Whether lists are as long as they say, and go on being counted; nothing where none are. */
export function listCounts(seen: CountsSeen | null): Finding[] {
  if (seen === null) return []
  if (areCountsRight(seen)) return [ok('list counts', 'Each list is as long as it says.')]
  return [fail('list counts', sayWrong(seen), '`charabanc migrate` counts anew; a server on SQLite is to be stopped for it.')]
}
