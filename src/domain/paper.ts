import { dayMs } from './instant.ts'

/** A document that expires: a driver's licence or DBS check, a vehicle's MOT. `expiresAt` in ms, null if unknown. */
export type Paper = { readonly what: 'licence' | 'DBS check' | 'MOT'; readonly expiresAt: number | null }

/** Names of documents in messages. */
export const documentNames: Readonly<Record<Paper['what'], string>> = {
  licence: 'driving licence',
  'DBS check': 'DBS check',
  MOT: 'MOT',
}

/** Times (ms) before a document expires at which a notice is sent. */
const noticeAheadMs = [60 * dayMs, 30 * dayMs, 7 * dayMs] as const

/** The documents of a driver. */
export function listPapersOfDriver(driver: {
  readonly licenseExpiresAt: number | null
  readonly dbsExpiresAt: number | null
}): Paper[] {
  return [
    { what: 'licence', expiresAt: driver.licenseExpiresAt },
    { what: 'DBS check', expiresAt: driver.dbsExpiresAt },
  ]
}

/** The documents of a vehicle. */
export function listPapersOfVehicle(vehicle: { readonly motDue: number | null }): Paper[] {
  return [{ what: 'MOT', expiresAt: vehicle.motDue }]
}

/** Instant (ms) of the next notice about one of these documents after `now`; null if there is none. */
export function findNextPaperNoticeTime(papers: readonly Paper[], now: number): number | null {
  const ahead = listPaperNoticeTimes(papers).filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** Whether a notice was due between two instants (ms, both included) about a document that has not expired. */
export function isPaperNoticeDue(papers: readonly Paper[], from: number, until: number): boolean {
  return listPaperNoticeTimes(papers.filter((paper) => isAhead(paper, until))).some((at) => at >= from && at <= until)
}

/** The documents that expire within the longest notice time, and have not expired yet. */
export function listExpiringPapers(papers: readonly Paper[], now: number): (Paper & { readonly expiresAt: number })[] {
  return papers.flatMap(({ what, expiresAt }) =>
    expiresAt !== null && expiresAt > now && expiresAt - noticeAheadMs[0] <= now ? [{ what, expiresAt }] : [],
  )
}

/** The documents that expire within the longest notice time, or have expired. */
export function listPapersToRenew(papers: readonly Paper[], now: number): (Paper & { readonly expiresAt: number })[] {
  return papers.flatMap(({ what, expiresAt }) =>
    expiresAt !== null && expiresAt - noticeAheadMs[0] <= now ? [{ what, expiresAt }] : [],
  )
}

function listPaperNoticeTimes(papers: readonly Paper[]): number[] {
  return papers.flatMap(({ expiresAt }) => (expiresAt === null ? [] : noticeAheadMs.map((aheadMs) => expiresAt - aheadMs)))
}

function isAhead({ expiresAt }: Paper, now: number): boolean {
  return expiresAt !== null && expiresAt > now
}
