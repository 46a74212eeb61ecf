import { dayMs, minuteMs, toInstant } from './instant.ts'

/** The manifest of a backup, in a file beside it named `FILE.json`. */
export type Manifest = {
  readonly sha256: string
  readonly bytes: number
  /** The last migration in the backup. */
  readonly schema: string
  readonly madeAt: number
  readonly release: string
  /** The fingerprint of the key that decrypts it; null without a key. */
  readonly keyFingerprint: string | null
}

export type Backup = Manifest & { readonly path: string }

/** Facts of a backup that the caller gives; the server determines the rest. */
export type CopyFacts = Pick<Manifest, 'madeAt' | 'release' | 'keyFingerprint'>

/** A stage of long work: the first four count bytes, the others rows. */
export type LongStage = 'copying' | 'checking' | 'hashing' | 'importing' | 'moving' | 'comparing'

/** Receives the stage and progress of long work. `total` is null if unknown. */
export type ReportProgress = (stage: LongStage, done: number, total: number | null) => void

/** A backup that cannot be made or trusted. `isDamage` if its bytes are the cause. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
  constructor(
    sentence: string,
    readonly isDamage: boolean,
  ) {
    super(sentence)
  }
}

/** Greatest difference (ms) between two clocks that count as equal. */
const toleratedMs = minuteMs

/** Whether a backup is dated later than `now` (ms): the clock was fast then, or is slow now. It never counts as the newest. */
export function isFromAhead({ madeAt }: Pick<Manifest, 'madeAt'>, now: number): boolean {
  return madeAt - now > toleratedMs
}

/** An instant in a file name: `20260520T081102Z`. */
export function formatBackupStamp(ms: number): string {
  return toInstant(ms).replaceAll(/[-:]/g, '')
}

/** Names that charabanc gives to copies: daily ones, those before an upgrade, and those made by hand. */
const ownName = /^(before-\w+|daily|charabanc)-\d{8}T\d{6}Z(-\d+)?\.sqlite$/

/** Whether charabanc named this file, so that it is one of its copies. */
export function isOwnCopy(name: string): boolean {
  return ownName.test(name)
}

/** Path of an unfinished copy. */
export function toPartPath(target: string): string {
  return `${target}.part`
}

/** Numbers of backups to keep: the newest of each of this many days and weeks (in UTC, weeks from Monday). */
export type Retention = { readonly daily: number; readonly weekly: number }

/**
 * Backups to delete. The newest of a day or week represents it, so a past week keeps the same backup. Days and weeks without a
 * backup do not count. The newest backup with data always stays.
 */
export function listExpiredBackups<T extends { readonly madeAt: number }>(
  backups: readonly T[],
  keep: Retention,
  holdsAnything: (backup: T) => boolean = () => true,
): T[] {
  const newestFirst = [...backups].sort((a, b) => b.madeAt - a.madeAt)
  const isKeptForDay = firstOfEach(keep.daily, toDayNumber)
  const isKeptForWeek = firstOfEach(keep.weekly, toWeekNumber)
  const gone = newestFirst.filter(({ madeAt }) => {
    const forDay = isKeptForDay(madeAt)
    const forWeek = isKeptForWeek(madeAt)
    return !forDay && !forWeek
  })
  const last = gone.length === 0 ? undefined : newestFirst.find(holdsAnything)
  return gone.filter((one) => one !== last)
}

function firstOfEach(most: number, spanOf: (ms: number) => number): (ms: number) => boolean {
  const seen = new Set<number>()
  return (ms) => {
    const span = spanOf(ms)
    if (seen.has(span) || seen.size >= most) return false
    seen.add(span)
    return true
  }
}

function toDayNumber(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Number of the week. 1 January 1970 was a Thursday, three days after the start of its week. */
function toWeekNumber(ms: number): number {
  return Math.floor((toDayNumber(ms) + 3) / 7)
}
