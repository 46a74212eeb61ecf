import { statSync } from 'node:fs'
import { backupFolderOf, type Config } from '../config.ts'
import { type Backup, isFromAhead } from '../domain/backup.ts'
import { clauseOf } from '../domain/fault-text.ts'
import { dayMs, hourMs, minuteMs, toInstant } from '../domain/instant.ts'
import { missingContact } from '../domain/operator.ts'
import { messagesKeptMs } from '../domain/retention.ts'
import { spanInWords } from '../domain/spoken.ts'
import type { FailedMessages, UnreachableOperator } from '../storage/inspect-queries.ts'
import { type Inspection, inspectSqlite } from '../storage/sqlite/inspect.ts'
import { listBackups, sha256Of } from '../storage/sqlite/manifest.ts'
import { migrations } from '../storage/sqlite/migrate.ts'
import { examineSoundness } from './doctor-soundness.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { lostDatabase, wayBack } from './lost-database.ts'

const toleratedMs = minuteMs
const lateAfterMs = 26 * hourMs
const mostNamed = 5
const tooLateAfterMs = 8 * dayMs

/**
 * Whether the database is there, sound and can be read by this release, whether time has gone on since it was written, what is in doubt,
 * and backups.
 */
export function examineDatabase(config: Config, databasePath: string, now: number): Finding[] {
  const lost = lostDatabase(config, databasePath)
  if (lost !== null) return [fail('database', lost.found, lost.hint)]
  const stat = statSync(databasePath, { throwIfNoEntry: false })
  if (stat === undefined) return [ok('database', `${databasePath} is not there yet; the first \`charabanc serve\` makes it.`)]
  let inspection: Inspection
  let soundness: Finding[]
  try {
    soundness = examineSoundness(config, databasePath)
    inspection = inspectSqlite(databasePath, now)
  } catch (fault) {
    return [fail('database', `${databasePath} cannot be read: ${clauseOf(fault)}.`, wayBack(config))]
  }
  const newestAt = Math.max(stat.mtimeMs, inspection.youngestAt ?? 0)
  return [
    schema(inspection),
    ...soundness,
    clock(newestAt, now),
    paymentsInDoubt(inspection.tripsInDoubt),
    messagesFailed(inspection.failedMessages),
    ...operatorsUnreachable(inspection.unreachableOperators),
    ...workAhead(inspection.workAhead),
    ...backups(config, inspection, stat.birthtimeMs, now),
  ]
}

function schema({ schema: found, pending }: Inspection): Finding {
  const known = migrations.at(-1)?.name ?? ''
  if (pending === null)
    return fail(
      'database',
      `It has schema ${found}; this release knows up to ${known}.`,
      'Use a newer charabanc, or restore an older backup.',
    )
  if (pending.length === 0) return ok('database', `It has this release's schema, ${known}.`)
  return warn(
    'database',
    `${pending.join(', ')} must be applied.`,
    'The next `charabanc serve` or `charabanc migrate` does so, after a backup.',
  )
}

function clock(newestAt: number, now: number): Finding {
  const aheadMs = newestAt - now
  if (aheadMs <= toleratedMs) return ok('clock', `It is ${toInstant(now)}, later than anything that was written.`)
  const hours = (aheadMs / hourMs).toFixed(1)
  return fail(
    'clock',
    `It is ${toInstant(now)}, but something was written ${hours} hours later: the clock went back.`,
    'Set the clock, and have it kept by NTP.',
  )
}

/** The trips of which a payment is in doubt. */
export function paymentsInDoubt(refs: readonly string[]): Finding {
  if (refs.length === 0) return ok('payments', 'None is in doubt.')
  const rest = refs.length > mostNamed ? ` and ${refs.length - mostNamed} more` : ''
  return warn(
    'payments',
    `In doubt whether the provider took the money: ${refs.length} (${refs.slice(0, mostNamed).join(', ')}${rest}).`,
    'The provider is asked again by itself. Look there; `charabanc payments settle-by-hand ID`, or `deposit-received` of the trip, settles one whose money has come.',
  )
}

/** The messages of the last days that did not arrive. */
export function messagesFailed({ count, lastError }: FailedMessages): Finding {
  if (count === 0) return ok('messages', 'All have gone that were due.')
  return warn(
    'messages',
    `Given up in the last ${spanInWords(messagesKeptMs)}: ${count}. The newest said: ${lastError}`,
    'Look after the mail server and the SMS service. What was to be told by mail was told by SMS where there was a phone.',
  )
}

/** The operators that customers and drivers cannot reach, or that have no licence to show. */
export function operatorsUnreachable(operators: readonly UnreachableOperator[]): Finding[] {
  return operators.slice(0, mostNamed).map(({ ref, operator_licence: operatorLicence, ...contact }) => {
    const missing = missingContact({ ...contact, operatorLicence })
    return warn('operators', `${ref} has no ${missing.join(', no ')}.`, 'Add it in the portal, under Settings.')
  })
}

/** Work that waits for a time which only a clock that ran ahead has seen. */
export function workAhead(count: number): Finding[] {
  if (count === 0) return []
  return [
    warn(
      'due work',
      `Planned by a clock that ran ahead: ${count}.`,
      'Set the clock. A server brings them back when its clock goes back, and whenever it starts.',
    ),
  ]
}

function backups(config: Config, inspection: Inspection, madeAt: number, now: number): Finding[] {
  const folder = backupFolderOf(config)
  const made = listBackups(folder, now)
  const ahead = made.filter((one) => isFromAhead(one, now))
  const newest = made.find((one) => !isFromAhead(one, now))
  return [
    ...(config.backupDaily
      ? []
      : [
          warn(
            'backup',
            'Daily backups are switched off.',
            'CHARABANC_BACKUP_DAILY=1 switches them on, unless something else makes them.',
          ),
        ]),
    ...(inspection.backupFailure === null
      ? []
      : [
          fail(
            'backup',
            `The last daily backup failed: ${inspection.backupFailure}`,
            'It is tried again every hour; `charabanc backup` tries at once.',
          ),
        ]),
    newest === undefined ? none(folder, now - madeAt) : ageOf(newest, now),
    ...(newest === undefined ? [] : [wholenessOf(newest)]),
    ...ahead.map(({ path, madeAt }) =>
      warn(
        'backup',
        `${path} says that it was made on ${toInstant(madeAt)}: the clock ran ahead.`,
        'It counts for no other. Remove it once there are newer ones.',
      ),
    ),
  ]
}

function none(folder: string, databaseAgeMs: number): Finding {
  const hint = '`charabanc backup` makes one.'
  if (databaseAgeMs < lateAfterMs)
    return ok('backup', `There is none in ${folder} yet; a running server makes the first within a day.`)
  return fail('backup', `There is none in ${folder}.`, hint)
}

function ageOf({ path, madeAt }: Backup, now: number): Finding {
  const ageMs = now - madeAt
  const found = `The newest, ${path}, is ${Math.max(0, Math.round(ageMs / hourMs))} hours old.`
  if (ageMs > tooLateAfterMs) return fail('backup', found, 'A running server makes one a day; `charabanc backup` makes one now.')
  if (ageMs > lateAfterMs) return warn('backup', found, 'A running server makes one a day; `charabanc backup` makes one now.')
  return ok('backup', found)
}

function wholenessOf({ path, bytes, sha256 }: Backup): Finding {
  const hint = 'Make another: `charabanc backup`. Then look after the disk.'
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.size !== bytes || sha256Of(path) !== sha256)
    return fail('backup', `${path} is not what its manifest says.`, hint)
  return ok('backup', 'The newest is what its manifest says.')
}
