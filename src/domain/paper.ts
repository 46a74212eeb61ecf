import { dayMs } from './instant.ts'

/** A paper that runs out: a driver's licence or DBS check, a vehicle's MOT. `expiresAt` in ms, null where it is not known. */
export type Paper = { readonly what: 'licence' | 'DBS check' | 'MOT'; readonly expiresAt: number | null }

/** Times (ms) before a paper runs out at which it is told of, once each. */
const toldAheadMs = [60 * dayMs, 30 * dayMs, 7 * dayMs] as const

/** The papers of a driver that may run out. */
export function papersOfDriver(driver: {
  readonly licenseExpiresAt: number | null
  readonly dbsExpiresAt: number | null
}): Paper[] {
  return [
    { what: 'licence', expiresAt: driver.licenseExpiresAt },
    { what: 'DBS check', expiresAt: driver.dbsExpiresAt },
  ]
}

/** The papers of a vehicle that may run out. */
export function papersOfVehicle(vehicle: { readonly motDue: number | null }): Paper[] {
  return [{ what: 'MOT', expiresAt: vehicle.motDue }]
}

/** Instant (ms) after `now` at which one of these papers is next to be told of; null when none is. */
export function nextPaperNoticeAt(papers: readonly Paper[], now: number): number | null {
  const ahead = noticesOf(papers).filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** Whether one of them was to be told of between two instants (ms, both included) and has not run out by then. */
export function isPaperNoticeDue(papers: readonly Paper[], from: number, until: number): boolean {
  return noticesOf(papers.filter((paper) => isAhead(paper, until))).some((at) => at >= from && at <= until)
}

/** The papers that have not run out, and will within the longest notice. */
export function expiringPapers(papers: readonly Paper[], now: number): (Paper & { readonly expiresAt: number })[] {
  return papers.flatMap(({ what, expiresAt }) =>
    expiresAt !== null && expiresAt > now && expiresAt - toldAheadMs[0] <= now ? [{ what, expiresAt }] : [],
  )
}

/** The papers that run out within the longest notice, or have: until somebody enters a newer one. */
export function papersToRenew(papers: readonly Paper[], now: number): (Paper & { readonly expiresAt: number })[] {
  return papers.flatMap(({ what, expiresAt }) =>
    expiresAt !== null && expiresAt - toldAheadMs[0] <= now ? [{ what, expiresAt }] : [],
  )
}

function noticesOf(papers: readonly Paper[]): number[] {
  return papers.flatMap(({ expiresAt }) => (expiresAt === null ? [] : toldAheadMs.map((aheadMs) => expiresAt - aheadMs)))
}

function isAhead({ expiresAt }: Paper, now: number): boolean {
  return expiresAt !== null && expiresAt > now
}
