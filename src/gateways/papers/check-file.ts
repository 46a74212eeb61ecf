import { toSpokenTime } from '../../domain/instant.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper } from '../../domain/printed-paper.ts'
import { type CheckItem, type CheckResult, checkKeptMonths, isNilDefect, type Resolution } from '../../domain/vehicle-check.ts'
import { resultWords, spokenItem, spokenOdometer } from './check-words.ts'
import { spokenCode, withYear } from './spoken.ts'

/** A walkaround as it was declared, and how what it found was put right; instants in ms. */
export type CheckFileFacts = {
  readonly letterhead: Letterhead
  readonly timezone: string
  readonly id: number
  readonly vehicleReg: string
  readonly driver: string | null
  readonly tripRef: string | null
  readonly kind: string
  readonly startedAt: number | null
  readonly checkedAt: number
  readonly receivedAt: number
  readonly odometer: number | null
  readonly odometerUnit: string
  readonly items: readonly CheckItem[]
  readonly safeToDrive: boolean
  readonly result: CheckResult
  readonly resolvedAt: number | null
  readonly resolution: Resolution | null
}

/** A check of a vehicle as somebody from the authority reads it. */
export function checkFile(facts: CheckFileFacts, now: number): PrintedPaper {
  const { letterhead, vehicleReg, timezone, id, items } = facts
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const blocks: PaperBlock[] = [
    { kind: 'facts', facts: headFacts(facts, said), across: 3 },
    { kind: 'heading', text: isNilDefect(items) ? 'Looked at, and no defect found' : 'Looked at' },
    {
      kind: 'table',
      columns: [
        { head: 'Item', share: 3.5 },
        { head: 'Found', share: 2.2 },
        { head: 'How bad', share: 1.8 },
        { head: 'Note', share: 5 },
      ],
      rows: items.map(({ code, result, severity, note }) => [
        spokenItem(code),
        result === 'ok' ? 'In order' : spokenCode(result),
        severity === null ? '' : spokenCode(severity),
        note ?? '',
      ]),
    },
    ...resolutionBlocks(facts, said),
    {
      kind: 'text',
      text: `Declared by the driver to be a true record of the check. Kept for ${checkKeptMonths} months.`,
      isQuiet: true,
    },
  ]
  return {
    title: `Vehicle check ${vehicleReg}`,
    fileName: `vehicle-check-${id}`,
    letterhead,
    sheets: [
      {
        heading: `Vehicle check ${vehicleReg}`,
        warning: facts.result === 'unsafe' && facts.resolvedAt === null ? 'Not safe to drive, and not put right yet.' : null,
        blocks,
      },
    ],
    foot: `${letterhead.name} · check ${id} of ${vehicleReg} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

function headFacts(facts: CheckFileFacts, said: (at: number) => string): PaperFact[] {
  const { odometer, odometerUnit, tripRef } = facts
  const found: (PaperFact | null)[] = [
    ['Vehicle', facts.vehicleReg],
    facts.startedAt === null ? null : ['Begun', said(facts.startedAt)],
    ['Checked', said(facts.checkedAt)],
    ['Driver', facts.driver ?? 'No longer on record'],
    ['Came to', resultWords[facts.result]],
    ['Safe to drive, says the driver', facts.safeToDrive ? 'Yes' : 'No'],
    ['Kind', facts.kind === 'pre_trip' ? 'Before a trip' : 'After a trip'],
    odometer === null ? null : ['Odometer', spokenOdometer(odometer, odometerUnit)],
    tripRef === null ? null : ['Trip', tripRef],
    ['Reported', said(facts.receivedAt)],
  ]
  return found.filter((fact) => fact !== null)
}

function resolutionBlocks({ resolution, resolvedAt, odometerUnit }: CheckFileFacts, said: (at: number) => string): PaperBlock[] {
  if (resolvedAt === null) return []
  if (resolution === null) {
    return [
      { kind: 'heading', text: 'Put right' },
      { kind: 'text', text: `Found fit by a later check, ${said(resolvedAt)}.` },
    ]
  }
  const { note, rectifiedBy, odometer } = resolution
  const mileage: PaperFact[] = odometer === null ? [] : [['Odometer', spokenOdometer(odometer, odometerUnit)]]
  return [
    { kind: 'heading', text: 'Put right' },
    { kind: 'facts', facts: [['When', said(resolvedAt)], ['By', rectifiedBy], ...mileage], across: 3 },
    { kind: 'text', text: note },
  ]
}
