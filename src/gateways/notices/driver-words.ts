import type { DocumentFacts } from './desk-words.ts'
import { type NoticeWords, short } from './letter.ts'

/** A trip as its driver is to know it: where, when and in what; neither for whom nor for how much. */
export type DriveFacts = {
  readonly operator: string
  readonly ref: string
  readonly summary: string
  readonly departs: string
  readonly vehicle: string
  /** Number of their coach where there are several, and the legs of it where they are not all; else null. */
  readonly part: { readonly vehicleNo: number | null; readonly legs: readonly number[] | null }
  /** Time and place at which they are to be before that, as far as they were said. */
  readonly report: { readonly at: string | null; readonly place: string | null }
}

/** Standing of a driver on a trip. */
export type Whose = 'theirs' | 'not_theirs' | 'cancelled'

export function crewChanged(drive: DriveFacts & { readonly whose: Whose }): NoticeWords {
  const { operator, ref, whose } = drive
  const headline =
    whose === 'cancelled' ? `${ref} is cancelled` : whose === 'theirs' ? `You are to drive ${ref}` : `You no longer drive ${ref}`
  const isTheirs = whose === 'theirs'
  const asked = isTheirs ? 'Please confirm it in the driver app.' : 'Your other trips are in the driver app.'
  return {
    subject: `${operator}: ${headline}`,
    heading: headline,
    lines: [asked],
    facts: driveRows(drive, isTheirs),
    sms: isTheirs ? dutyInSms(headline, drive) : `${factsOf(headline, shortened(drive), false)}.`,
    ...(isTheirs && { smsAsks: 'Please confirm' }),
  }
}

export function tomorrowsTrip(drive: DriveFacts & { readonly isAcknowledged: boolean }): NoticeWords {
  const { operator, ref, isAcknowledged } = drive
  const headline = `Coming up: ${ref}`
  return {
    subject: `${operator}: ${headline}`,
    heading: headline,
    lines: [isAcknowledged ? 'Everything about it is in the driver app.' : 'Please confirm it in the driver app.'],
    facts: driveRows(drive, true),
    sms: dutyInSms(headline, drive),
  }
}

/** The SMS about a duty. Other parts are shortened, so that when and where to be is not cut off. */
function dutyInSms(headline: string, drive: DriveFacts): string {
  const { at, place } = drive.report
  const said = [at, short(place ?? '', 32)].filter(Boolean).join(', ')
  return `${factsOf(headline, shortened(drive), true)}.${said === '' ? '' : ` Report: ${said}.`}`
}

function shortened(drive: DriveFacts): DriveFacts {
  return { ...drive, summary: short(drive.summary, 52), vehicle: short(drive.vehicle, 12) }
}

/** The facts that a driver's mail names; the coach and where to report only where the trip is theirs to drive. */
export function driveRows(drive: DriveFacts, isTheirs: boolean): [string, string][] {
  const { ref, summary, departs, vehicle, report } = drive
  const reported = [report.place?.trim(), report.at].filter(Boolean).join(', ')
  const duty: [string, string][] = [
    ['Coach', [vehicle, ...partOf(drive)].filter(Boolean).join(', ')],
    ['Report', reported],
  ]
  return [['Trip', `${ref}, ${summary}`], ['Departs', departs], ...(isTheirs ? duty.filter(([, value]) => value !== '') : [])]
}

export function ownDocuments(operator: string, papers: readonly DocumentFacts[]): NoticeWords {
  const said = papers.map(({ what, until }) => `Your ${what} expires ${until}.`)
  return {
    subject: `${operator}: ${said.join(' ')}`,
    heading: said.join(' '),
    lines: ['Please show your operator the new one.'],
    sms: said.join(' '),
  }
}

function factsOf(headline: string, drive: DriveFacts, isTheirs: boolean): string {
  const { departs, summary, vehicle } = drive
  const duty = isTheirs ? [vehicle === '' ? '' : `in ${vehicle}`, ...partOf(drive)] : []
  return [headline, departs, summary, ...duty].filter(Boolean).join(', ')
}

function partOf({ part: { vehicleNo, legs } }: DriveFacts): string[] {
  return [vehicleNo === null ? '' : `coach ${vehicleNo}`, legs === null ? '' : spokenLegs(legs)]
}

const mostLegsNamed = 6

function spokenLegs(legs: readonly number[]): string {
  if (legs.length > mostLegsNamed) return `${legs.length} legs`
  return `${legs.length === 1 ? 'leg' : 'legs'} ${legs.join(' + ')}`
}
