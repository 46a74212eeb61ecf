import { type DocumentFacts, formatDocumentList } from './desk-words.ts'
import { endSentence, type NoticeWords, shortenForSms } from './letter.ts'

/** A job in a message to its driver: places, times and vehicle, without customer and price. */
export type DriveFacts = {
  readonly operator: string
  readonly ref: string
  readonly summary: string
  readonly departs: string
  /** Day and time of departure, apart. */
  readonly day: string
  readonly time: string
  readonly route: string
  /** Names of pick-up and drop-off; of a home its town. */
  readonly from: string
  readonly to: string
  readonly vehicle: string
  /** Number of the driver's coach if there are several, and its legs if the driver does not drive all; otherwise null. */
  readonly part: { readonly vehicleNo: number | null; readonly legs: readonly number[] | null }
  /** Report time and place, if set. `clock` leaves out the day if that is the day of departure. */
  readonly report: { readonly at: string | null; readonly clock: string | null; readonly place: string | null }
}

/** State of a job for its driver; `new` is the first notice of an assignment. */
export type JobOfDriver = 'new' | 'theirs' | 'not_theirs' | 'cancelled'

export function composeCrewChanged(drive: DriveFacts & { readonly job: JobOfDriver }): NoticeWords {
  const { operator, job } = drive
  if (job === 'cancelled') {
    return composeDutyNotice('Cancelled', drive, {
      lines: [`${operator} has cancelled this job; you do not need to do anything.`],
      isReported: false,
    })
  }
  if (job === 'not_theirs') {
    return composeDutyNotice('Job removed', drive, { lines: [`${operator} has removed you from this job.`], isReported: false })
  }
  return composeDutyNotice(job === 'new' ? 'New job' : 'Your job', drive, {
    lines: [
      endSentence(`${operator} has assigned you this job${formatInVehicle(drive)}; ${formatReportClause(drive)}`),
      acceptJob,
    ],
    isReported: true,
    asks: 'Accept',
  })
}

const acceptJob = 'Accept the job in the driver app.'

export function composeTomorrowsTrip(drive: DriveFacts & { readonly isAcknowledged: boolean }): NoticeWords {
  const { isAcknowledged, departs, report } = drive
  const reported = report.at === null && report.place === null ? '' : `; ${formatReportClause(drive)}`
  const first = endSentence(`Your job departs ${departs}${formatInVehicle(drive)}${reported}`)
  return composeDutyNotice('Reminder', drive, {
    lines: [first, isAcknowledged ? 'The driver app has all details.' : acceptJob],
    isReported: true,
    ...(!isAcknowledged && { asks: 'Accept' }),
  })
}

function formatInVehicle({ vehicle }: DriveFacts): string {
  return vehicle === '' ? '' : ` in ${vehicle}`
}

function formatReportClause({ departs, report: { at, place } }: DriveFacts): string {
  const where = place?.trim() ? ` at ${place.trim()}` : ''
  if (at !== null) return `report ${at}${where}`
  return where === '' ? `it departs ${departs}` : `report${where} for ${departs}`
}

type DutySays = {
  readonly lines: readonly string[]
  /** Whether the driver has the job, so that the words include vehicle and report time. */
  readonly isReported: boolean
  /** Request before the link of an SMS. */
  readonly asks?: string
  /** Sentence at the end of the SMS, with a space before it. */
  readonly more?: string
}

/** A message about a job of a driver: event and date first, then report time, departure and route. */
export function composeDutyNotice(event: string, drive: DriveFacts, says: DutySays): NoticeWords {
  const { lines, isReported, asks } = says
  const { day, time, route } = drive
  return {
    subject: `${event} ${day}: ${time} ${route}`,
    lines,
    facts: listDriveRows(drive, isReported),
    sms: formatDutyInSms(event, drive, says, longPlaces),
    smsBrief: formatDutyInSms(event, drive, says, briefPlaces),
    ...(asks !== undefined && { smsAsks: asks }),
  }
}

/** Greatest lengths of names in an SMS, so that times and legs are never truncated. */
type MostOfNames = { readonly end: number; readonly report: number }

const longPlaces: MostOfNames = { end: 24, report: 28 }

/** Lengths with which an SMS usually fits one part. */
const briefPlaces: MostOfNames = { end: 14, report: 16 }

function formatDutyInSms(event: string, drive: DriveFacts, { isReported, more = '' }: DutySays, most: MostOfNames): string {
  const { day, time, from, to, vehicle } = drive
  const { clock, place } = drive.report
  const where = shortenForSms(place ?? '', most.report)
  const report = [clock ?? '', where === '' ? '' : `at ${where}`].filter(Boolean).join(' ')
  const ends = [from, to].map((name) => shortenForSms(name, most.end)).filter(Boolean)
  const parts = [
    ...(isReported && report !== '' ? [`report ${report}`] : []),
    [time, ends.join(' → ')].filter(Boolean).join(' '),
    ...(isReported ? [shortenForSms(vehicle, 12), ...listDrivenParts(drive)] : []),
  ]
  return `${event} ${day}: ${parts.filter(Boolean).join(', ')}.${more}`
}

/** The facts in a driver's mail; vehicle and report time only if the job is the driver's. */
function listDriveRows(drive: DriveFacts, isReported: boolean): [string, string][] {
  const { ref, summary, departs, vehicle, report } = drive
  const reported = [report.place?.trim(), report.at].filter(Boolean).join(', ')
  const duty: [string, string][] = [
    ['Vehicle', [vehicle, ...listDrivenParts(drive)].filter(Boolean).join(', ')],
    ['Report', reported],
  ]
  return [
    ['Trip', summary],
    ['Departs', departs],
    ...(isReported ? duty.filter(([, value]) => value !== '') : []),
    ['Reference', ref],
  ]
}

export function composeOwnDocuments(operator: string, papers: readonly DocumentFacts[]): NoticeWords {
  const subject = `Your ${formatDocumentList(papers)}`
  return {
    subject,
    lines: [`${subject}; show ${operator} the new ${papers.length === 1 ? 'document' : 'documents'} before then.`],
    sms: subject,
  }
}

function listDrivenParts({ part: { vehicleNo, legs } }: DriveFacts): string[] {
  return [vehicleNo === null ? '' : `coach ${vehicleNo}`, legs === null ? '' : formatLegs(legs)]
}

const mostLegsNamed = 6

function formatLegs(legs: readonly number[]): string {
  if (legs.length > mostLegsNamed) return `${legs.length} legs`
  return `${legs.length === 1 ? 'leg' : 'legs'} ${legs.join(' + ')}`
}
