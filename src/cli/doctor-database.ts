import { statSync } from 'node:fs'
import { type Config, findBackupFolder } from '../config.ts'
import { type Backup, isFromAhead } from '../domain/backup.ts'
import { describeFaultClause } from '../domain/fault-text.ts'
import { dayMs, hourMs, minuteMs, toInstant } from '../domain/instant.ts'
import { listMissingContact } from '../domain/operator.ts'
import { messagesKeptMs } from '../domain/retention.ts'
import { formatDurationInWords } from '../domain/spoken.ts'
import type { FailedMessages, UnreachableOperator } from '../storage/inspect-queries.ts'
import { type Inspection, inspectSqlite } from '../storage/sqlite/inspect.ts'
import { computeSha256, listBackups } from '../storage/sqlite/manifest.ts'
import { migrations } from '../storage/sqlite/migrate.ts'
import { examineSoundness } from './doctor-soundness.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { describeRestore, findLostDatabase } from './lost-database.ts'

const toleratedMs = minuteMs
const lateAfterMs = 26 * hourMs
const mostNamed = 5
const tooLateAfterMs = 8 * dayMs

/** Findings on the database: whether it exists and is readable, its clock, payments in doubt, and backups. */
export function examineDatabase(config: Config, databasePath: string, now: number): Finding[] {
  const lost = findLostDatabase(config, databasePath)
  if (lost !== null) return [createFailFinding('database', lost.found, lost.hint)]
  const stat = statSync(databasePath, { throwIfNoEntry: false })
  if (stat === undefined)
    return [createOkFinding('database', `${databasePath} does not exist yet. The first \`charabanc serve\` creates it.`)]
  let inspection: Inspection
  let soundness: Finding[]
  try {
    soundness = examineSoundness(config, databasePath)
    inspection = inspectSqlite(databasePath, now)
  } catch (fault) {
    return [
      createFailFinding('database', `${databasePath} cannot be read: ${describeFaultClause(fault)}.`, describeRestore(config)),
    ]
  }
  const newestAt = Math.max(stat.mtimeMs, inspection.youngestAt ?? 0)
  return [
    checkDatabaseSchema(inspection),
    ...soundness,
    checkDatabaseClock(newestAt, now),
    checkPaymentsInDoubt(inspection.tripsInDoubt),
    checkFailedMessages(inspection.failedMessages),
    ...checkUnreachableOperators(inspection.unreachableOperators),
    ...checkWorkAhead(inspection.workAhead),
    ...checkBackups(config, inspection, stat.birthtimeMs, now),
  ]
}

function checkDatabaseSchema({ schema: found, pending }: Inspection): Finding {
  const known = migrations.at(-1)?.name ?? ''
  if (pending === null)
    return createFailFinding(
      'database',
      `It has schema ${found}. This release supports schemas up to ${known}.`,
      'Use a newer charabanc, or restore an older backup.',
    )
  if (pending.length === 0) return createOkFinding('database', `It has this release's schema, ${known}.`)
  return createWarnFinding(
    'database',
    `Pending migrations: ${pending.join(', ')}.`,
    'The next `charabanc serve` or `charabanc migrate` applies them, after a backup.',
  )
}

function checkDatabaseClock(newestAt: number, now: number): Finding {
  const aheadMs = newestAt - now
  if (aheadMs <= toleratedMs) return createOkFinding('clock', `The time is ${toInstant(now)}, later than all stored records.`)
  const hours = (aheadMs / hourMs).toFixed(1)
  return createFailFinding(
    'clock',
    `The time is ${toInstant(now)}, but a stored record is ${hours} hours later. The clock was moved back.`,
    'Set the clock and synchronise it by NTP.',
  )
}

/** The trips with a payment in doubt. */
export function checkPaymentsInDoubt(refs: readonly string[]): Finding {
  if (refs.length === 0) return createOkFinding('payments', 'No payment is in doubt.')
  const rest = refs.length > mostNamed ? ` and ${refs.length - mostNamed} more` : ''
  return createWarnFinding(
    'payments',
    `Payments in doubt: ${refs.length} (${refs.slice(0, mostNamed).join(', ')}${rest}). The provider has not confirmed the result.`,
    "The server asks the provider again automatically. Check the provider's pages. If the money has arrived, run `charabanc payments settle-by-hand ID` or use `deposit-received` of the trip.",
  )
}

/** The messages of the last days that were not sent. */
export function checkFailedMessages({ count, lastError }: FailedMessages): Finding {
  if (count === 0) return createOkFinding('messages', 'All due messages were sent.')
  return createWarnFinding(
    'messages',
    `Not sent in the last ${formatDurationInWords(messagesKeptMs)}: ${count}. The newest error: ${lastError}`,
    'Check the mail server and the SMS service. Recipients with a phone number received an SMS instead of a failed email.',
  )
}

/** The operators without contact details or a licence. */
export function checkUnreachableOperators(operators: readonly UnreachableOperator[]): Finding[] {
  return operators.slice(0, mostNamed).map(({ ref, operator_licence: operatorLicence, ...contact }) => {
    const missing = listMissingContact({ ...contact, operatorLicence })
    return createWarnFinding('operators', `${ref} has no ${missing.join(', no ')}.`, 'Add it in the portal, under Settings.')
  })
}

/** Tasks dated too far ahead by a wrong clock. */
export function checkWorkAhead(count: number): Finding[] {
  if (count === 0) return []
  return [
    createWarnFinding(
      'due work',
      `Tasks dated too far ahead by a wrong clock: ${count}.`,
      'Set the clock. A server reschedules the tasks when its clock is corrected and when it starts.',
    ),
  ]
}

function checkBackups(config: Config, inspection: Inspection, madeAt: number, now: number): Finding[] {
  const folder = findBackupFolder(config)
  const made = listBackups(folder, now)
  const ahead = made.filter((one) => isFromAhead(one, now))
  const newest = made.find((one) => !isFromAhead(one, now))
  return [
    ...(config.backupDaily
      ? []
      : [
          createWarnFinding(
            'backup',
            'Daily backups are switched off.',
            'Set CHARABANC_BACKUP_DAILY=1, unless another tool makes backups.',
          ),
        ]),
    ...(inspection.backupFailure === null
      ? []
      : [
          createFailFinding(
            'backup',
            `The last daily backup failed: ${inspection.backupFailure}`,
            'The server retries every hour. `charabanc backup` retries now.',
          ),
        ]),
    newest === undefined ? reportNoBackup(folder, now - madeAt) : checkBackupAge(newest, now),
    ...(newest === undefined ? [] : [checkBackupIntegrity(newest)]),
    ...ahead.map(({ path, madeAt }) =>
      createWarnFinding(
        'backup',
        `${path} has the date ${toInstant(madeAt)}, which is in the future. The clock was wrong.`,
        'Remove it when there are newer backups.',
      ),
    ),
  ]
}

function reportNoBackup(folder: string, databaseAgeMs: number): Finding {
  const hint = '`charabanc backup` makes one.'
  if (databaseAgeMs < lateAfterMs)
    return createOkFinding('backup', `There is no backup in ${folder} yet. A running server makes the first within a day.`)
  return createFailFinding('backup', `There is no backup in ${folder}.`, hint)
}

function checkBackupAge({ path, madeAt }: Backup, now: number): Finding {
  const ageMs = now - madeAt
  const found = `The newest backup, ${path}, is ${Math.max(0, Math.round(ageMs / hourMs))} hours old.`
  if (ageMs > tooLateAfterMs)
    return createFailFinding('backup', found, 'A running server makes a backup every day. `charabanc backup` makes a backup now.')
  if (ageMs > lateAfterMs)
    return createWarnFinding('backup', found, 'A running server makes a backup every day. `charabanc backup` makes a backup now.')
  return createOkFinding('backup', found)
}

function checkBackupIntegrity({ path, bytes, sha256 }: Backup): Finding {
  const hint = 'Make a new backup with `charabanc backup`. Then check the disk.'
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.size !== bytes || computeSha256(path) !== sha256)
    return createFailFinding('backup', `${path} does not match its manifest.`, hint)
  return createOkFinding('backup', 'The newest backup matches its manifest.')
}
