import type { DutyRole } from '../../domain/duty.ts'
import type { DrivingDay } from '../../domain/hours-advice.ts'
import { toSpokenTime } from '../../domain/instant.ts'
import type { Itinerary } from '../../domain/itinerary.ts'
import type { Leg } from '../../domain/leg.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper, PrintedSheet } from '../../domain/printed-paper.ts'
import { hoursAndMinutes } from '../../domain/spoken.ts'
import { spokenDay } from './spoken.ts'
import { callsTable, groupFacts, type PrintedTrip } from './trip-parts.ts'

/** One duty as its driver takes it along. Nothing of money is in it. */
export type SheetDuty = {
  readonly driver: string | null
  readonly role: DutyRole
  readonly vehicleReg: string | null
  readonly vehicleDescription: string | null
  readonly vehicleNo: number
  readonly of: number
  readonly reportAt: number | null
  readonly reportPlace: string | null
  /** Number of passengers in this coach, where that was said. */
  readonly passengerCount: number | null
  readonly legs: readonly Leg[]
  /** Driving that they are to do, day by day; none where that is not known. */
  readonly days: readonly DrivingDay[]
  /** Colleagues who share that driving, or some of it. */
  readonly sharedWith: readonly { readonly firstName: string; readonly isWhole: boolean }[]
  readonly colleagues: readonly { readonly firstName: string; readonly vehicleReg: string; readonly role: DutyRole }[]
}

export type JobSheetFacts = {
  readonly letterhead: Letterhead
  readonly trip: PrintedTrip
  readonly revision: number
  readonly isCalledOff: boolean
  readonly duties: readonly SheetDuty[]
  /** Person to meet. Null outside the time in which that may be known, which begins at `contactFrom` (ms). */
  readonly contact: { readonly name: string; readonly phone: string | null } | null
  readonly contactFrom: number
}

/** A sheet for each duty, to be taken along by who drives it. */
export function jobSheet(facts: JobSheetFacts, now: number): PrintedPaper {
  const { ref, timezone } = facts.trip
  return {
    title: `Job sheet ${ref}`,
    fileName: `job-sheet-${ref}`,
    letterhead: facts.letterhead,
    sheets: facts.duties.map((duty) => sheetOf(facts, duty, now)),
    foot: `${ref} · printed ${toSpokenTime(now, timezone, now)}, version ${facts.revision}`,
    printedAt: now,
  }
}

function sheetOf(facts: JobSheetFacts, duty: SheetDuty, now: number): PrintedSheet {
  const { itinerary, ref } = facts.trip
  const { notes } = itinerary
  const blocks: (PaperBlock | null)[] = [
    { kind: 'facts', facts: [...dutyFacts(facts, duty, now)], across: 3 },
    { kind: 'heading', text: itinerary.summary },
    callsTable(itinerary, duty.legs, now, true),
    notes === null ? null : { kind: 'heading', text: 'Notes' },
    notes === null ? null : { kind: 'text', text: notes },
    { kind: 'boxes', names: ['Work began', 'Work ended', 'Breaks'], across: 3 },
    { kind: 'boxes', names: ['Mileage at start', 'Mileage at end', 'Signature'], across: 3 },
  ]
  return {
    heading: `Job sheet ${ref}`,
    warning: facts.isCalledOff ? 'This trip was called off. Do not drive it.' : null,
    blocks: blocks.filter((block) => block !== null),
  }
}

function dutyFacts(facts: JobSheetFacts, duty: SheetDuty, now: number): PaperFact[] {
  const { itinerary, timezone } = facts.trip
  const said = (at: number) => toSpokenTime(at, timezone, now)
  const [first] = duty.legs
  const reportAt =
    duty.reportAt === null ? `For the pick-up, ${said(first?.departsAt ?? itinerary.departsAt)}` : said(duty.reportAt)
  const seated = duty.passengerCount === null ? [] : ([['In this coach', String(duty.passengerCount)]] as PaperFact[])
  return [
    ['Driver', duty.driver === null ? 'Nobody yet' : `${duty.driver}${roleWords[duty.role]}`],
    ['Coach', coachOf(duty)],
    ['Report', [reportAt, duty.reportPlace].filter((part) => part !== null).join('\n')],
    ['Whom to meet', contactOf(facts, said)],
    ...groupFacts(itinerary),
    ...seated,
    ...(duty.days.length === 0 ? [] : ([['Hours, planned', hoursOf(duty, itinerary, now)]] as PaperFact[])),
    ...(duty.colleagues.length === 0 ? [] : ([['Also on this trip', colleaguesOf(duty)]] as PaperFact[])),
  ]
}

const roleWords: Readonly<Record<DutyRole, string>> = { driver: '', second: ', second driver', relief: ', relief driver' }

function coachOf({ vehicleReg, vehicleDescription, vehicleNo, of }: SheetDuty): string {
  const named = [vehicleReg ?? 'None yet', ...(vehicleDescription === null ? [] : [vehicleDescription])].join(', ')
  return of === 1 ? named : `${named}\nCoach ${vehicleNo} of ${of}`
}

function contactOf({ contact, contactFrom, isCalledOff }: JobSheetFacts, said: (at: number) => string): string {
  if (contact !== null) return [contact.name, contact.phone].filter((part) => part !== null).join('\n')
  return isCalledOff ? 'Nobody' : `In the app, and on a sheet printed from ${said(contactFrom)}`
}

function hoursOf({ days, sharedWith }: SheetDuty, { timezone, distanceSource }: Itinerary, now: number): string {
  const about = distanceSource === 'given' ? '' : 'about '
  const estimated = distanceSource === 'estimated' ? ' (estimated)' : ''
  // Who shares the wheel all the way may rest while the other drives.
  const isShared = sharedWith.some(({ isWhole }) => isWhole)
  const lines = days.map(({ startsAt, drivingMinutes, breaksMinutes }) => {
    const day = days.length === 1 ? '' : `${spokenDay(startsAt, timezone, now)}: `
    const breaks = isShared || breaksMinutes === 0 ? '' : `, breaks of ${hoursAndMinutes(breaksMinutes)}`
    return `${day}${about}${hoursAndMinutes(drivingMinutes)} of driving${estimated}${breaks}`
  })
  const shared = sharedWith.map(({ firstName, isWhole }) => `${isWhole ? 'shared' : 'some of it shared'} with ${firstName}`)
  return [...lines, ...shared].join('\n')
}

function colleaguesOf({ colleagues }: SheetDuty): string {
  return colleagues.map(({ firstName, vehicleReg, role }) => `${firstName}, ${vehicleReg}${roleWords[role]}`).join('\n')
}
