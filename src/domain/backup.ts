import { dayMs, minuteMs, toInstant } from './instant.ts'

/** The manifest of a backup, with what is known of it; it lies beside it as `FILE.json`. */
export type Manifest = {
  readonly sha256: string
  readonly bytes: number
  /** The last migration it has seen. */
  readonly schema: string
  readonly madeAt: number
  /** The release that made it. */
  readonly release: string
  /** The fingerprint of the key that opens what is encrypted in it; null where none was at hand. */
  readonly keyFingerprint: string | null
}

export type Backup = Manifest & { readonly path: string }

/** Facts of a backup that the caller gives; the rest is found out. */
export type CopyFacts = Pick<Manifest, 'madeAt' | 'release' | 'keyFingerprint'>

/** A stage of a long piece of work: the first three count bytes, the others rows. */
export type LongStage = 'copying' | 'checking' | 'hashing' | 'moving' | 'comparing'

/** Hears what a long piece of work is at, and how far: `total` is null where no one can say. */
export type TellProgress = (stage: LongStage, done: number, total: number | null) => void

/** A backup that cannot be made or trusted; `isDamage` says that the bytes are at fault and not the circumstances. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
  constructor(
    sentence: string,
    readonly isDamage: boolean,
  ) {
    super(sentence)
  }
}

/** A clock that differs by less is no other clock (ms). */
const toleratedMs = minuteMs

/** Whether a backup says that it was made later than `now` (ms): the clock ran ahead then, or is slow now. It is never the newest. */
export function isFromAhead({ madeAt }: Pick<Manifest, 'madeAt'>, now: number): boolean {
  return madeAt - now > toleratedMs
}

/** A moment as it stands in a file's name: `20260520T081102Z`. */
export function stampOf(ms: number): string {
  return toInstant(ms).replaceAll(/[-:]/g, '')
}

/** Names that charabanc gives to copies: daily ones, those before an upgrade, and those made by hand. */
const ownName = /^(before-\w+|daily|charabanc)-\d{8}T\d{6}Z(-\d+)?\.sqlite$/

/** Whether a copy has a name that charabanc gave it, which tells it from what others copy there. */
export function isOwnCopy(name: string): boolean {
  return ownName.test(name)
}

/** Path at which a copy grows before it is one. */
export function partOf(target: string): string {
  return `${target}.part`
}

/**
 * Numbers of backups that stay: the newest of each of so many days and of each of so many weeks (in UTC, from Monday).
 */
export type Retention = { readonly daily: number; readonly weekly: number }

/**
 * Backups that may go. The newest of a day or a week speaks for it, so a past week's stays the same from day to day.
 * Days and weeks without a backup do not count. The newest in which there is anything always stays.
 */
export function expired<T extends { readonly madeAt: number }>(
  backups: readonly T[],
  keep: Retention,
  holdsAnything: (backup: T) => boolean = () => true,
): T[] {
  const newestFirst = [...backups].sort((a, b) => b.madeAt - a.madeAt)
  const isKeptForDay = firstOfEach(keep.daily, dayOf)
  const isKeptForWeek = firstOfEach(keep.weekly, weekOf)
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

function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** 1 January 1970 was a Thursday, so three days before it a week began. */
function weekOf(ms: number): number {
  return Math.floor((dayOf(ms) + 3) / 7)
}
