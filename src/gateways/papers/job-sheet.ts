import type { DutyRole } from '../../domain/duty.ts'
import type { DrivingDay } from '../../domain/hours-advice.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import type { Leg } from '../../domain/leg.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper, PrintedSheet } from '../../domain/printed-paper.ts'
import { formatHoursAndMinutes } from '../../domain/spoken.ts'
import { formatPaperDay } from './spoken.ts'
import { buildCallsTable, listGroupFacts, type PrintedTrip } from './trip-parts.ts'

/** One duty of a driver, without amounts. */
export type SheetDuty = {
  readonly driver: string | null
  readonly role: DutyRole
  readonly vehicleReg: string | null
  readonly vehicleDescription: string | null
  readonly vehicleNo: number
  readonly of: number
  readonly reportAt: number | null
  readonly reportPlace: string | null
  /** Number of passengers in this vehicle, if set. */
  readonly passengerCount: number | null
  readonly legs: readonly Leg[]
  /** Planned driving by day; empty if unknown. */
  readonly days: readonly DrivingDay[]
  /** Colleagues who share all or part of the driving. */
  readonly sharedWith: readonly { readonly firstName: string; readonly isWhole: boolean }[]
  readonly colleagues: readonly { readonly firstName: string; readonly vehicleReg: string; readonly role: DutyRole }[]
}

export type JobSheetFacts = {
  readonly letterhead: Letterhead
  readonly trip: PrintedTrip
  readonly revision: number
  readonly isCalledOff: boolean
  readonly duties: readonly SheetDuty[]
  /** The contact on the day. Null outside the time in which it is shown, which begins at `contactFrom` (ms). */
  readonly contact: { readonly name: string; readonly phone: string | null } | null
  readonly contactFrom: number
}

/** A sheet for the driver of each duty. */
export function buildJobSheet(facts: JobSheetFacts, now: number): PrintedPaper {
  const { ref, timezone } = facts.trip
  return {
    title: `Job sheet ${ref}`,
    fileName: `job-sheet-${ref}`,
    letterhead: facts.letterhead,
    sheets: facts.duties.map((duty) => buildDutySheet(facts, duty, now)),
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}, version ${facts.revision}`,
    printedAt: now,
  }
}

function buildDutySheet(facts: JobSheetFacts, duty: SheetDuty, now: number): PrintedSheet {
  const { itinerary, ref } = facts.trip
  const { notes } = itinerary
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: [...listDutyFacts(facts, duty, now)], across: 3 },
    { kind: 'heading', text: itinerary.summary },
    buildCallsTable(itinerary, duty.legs, now, true),
    notes === null ? null : { kind: 'heading', text: 'Notes' },
    notes === null ? null : { kind: 'text', text: notes },
    { kind: 'boxes', names: ['Work started', 'Work ended', 'Breaks'], across: 3 },
    { kind: 'boxes', names: ['Mileage at start', 'Mileage at end', 'Signature'], across: 3 },
  ]
  return {
    heading: `Job sheet ${ref}`,
    warning: facts.isCalledOff ? 'This job was cancelled. Do not drive it.' : null,
    blocks: blocks.filter((block) => block !== null),
  }
}

function listDutyFacts(facts: JobSheetFacts, duty: SheetDuty, now: number): PaperFact[] {
  const { itinerary, timezone } = facts.trip
  const said = (at: number) => toSpokenTime(at, timezone, now)
  const [first] = duty.legs
  const reportAt =
    duty.reportAt === null ? `At the pick-up, ${said(first?.departsAt ?? itinerary.departsAt)}` : said(duty.reportAt)
  const seated = duty.passengerCount === null ? [] : ([['In this vehicle', String(duty.passengerCount)]] as PaperFact[])
  return [
    ['Driver', duty.driver === null ? 'Not assigned' : `${duty.driver}${roleWords[duty.role]}`],
    ['Vehicle', formatSheetCoach(duty)],
    ['Report', [reportAt, duty.reportPlace].filter((part) => part !== null).join('\n')],
    ['Contact', formatSheetContact(facts, said)],
    ...listGroupFacts(itinerary),
    ...seated,
    ...(duty.days.length === 0 ? [] : ([['Planned hours', formatHours(duty, itinerary, now)]] as PaperFact[])),
    ...(duty.colleagues.length === 0 ? [] : ([['Other drivers', formatColleagues(duty)]] as PaperFact[])),
  ]
}

const roleWords: Readonly<Record<DutyRole, string>> = { driver: '', second: ', second driver', relief: ', relief driver' }

function formatSheetCoach({ vehicleReg, vehicleDescription, vehicleNo, of }: SheetDuty): string {
  const named = [vehicleReg ?? 'Not assigned', ...(vehicleDescription === null ? [] : [vehicleDescription])].join(', ')
  return of === 1 ? named : `${named}\nCoach ${vehicleNo} of ${of}`
}

function formatSheetContact({ contact, contactFrom, isCalledOff }: JobSheetFacts, said: (at: number) => string): string {
  if (contact !== null) return [contact.name, contact.phone].filter((part) => part !== null).join('\n')
  return isCalledOff ? 'None' : `In the app, and on sheets printed from ${said(contactFrom)}`
}

function formatHours({ days, sharedWith }: SheetDuty, { timezone, distanceSource }: Itinerary, now: number): string {
  const about = distanceSource === 'given' ? '' : 'about '
  const estimated = distanceSource === 'estimated' ? ' (estimated)' : ''
  // A driver who shares all the driving can rest while the other drives.
  const isShared = sharedWith.some(({ isWhole }) => isWhole)
  const lines = days.map(({ startsAt, drivingMinutes, breaksMinutes }) => {
    const day = days.length === 1 ? '' : `${formatPaperDay(startsAt, timezone, now)}: `
    const breaks = isShared || breaksMinutes === 0 ? '' : `, breaks of ${formatHoursAndMinutes(breaksMinutes)}`
    return `${day}${about}${formatHoursAndMinutes(drivingMinutes)} of driving${estimated}${breaks}`
  })
  const shared = sharedWith.map(({ firstName, isWhole }) => `${isWhole ? 'shared' : 'partly shared'} with ${firstName}`)
  return [...lines, ...shared].join('\n')
}

function formatColleagues({ colleagues }: SheetDuty): string {
  return colleagues.map(({ firstName, vehicleReg, role }) => `${firstName}, ${vehicleReg}${roleWords[role]}`).join('\n')
}
