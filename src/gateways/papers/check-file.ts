import { toSpokenTime } from '../../domain/instant.ts'
import type { Letterhead, PaperBlock, PaperFact, PrintedPaper } from '../../domain/printed-paper.ts'
import { type CheckItem, type CheckResult, checkKeptMonths, isNilDefect, type Resolution } from '../../domain/vehicle-check.ts'
import { formatCheckItem, formatOdometer, resultWords } from './check-words.ts'
import { formatCode, withYear } from './spoken.ts'

/** A declared vehicle check and the repair of its defects; instants in ms. */
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

/** The printed vehicle check, for an inspector. */
export function buildCheckFile(facts: CheckFileFacts, now: number): PrintedPaper {
  const { letterhead, vehicleReg, timezone, id, items } = facts
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const blocks: PaperBlock[] = [
    { kind: 'facts', facts: listCheckHeadFacts(facts, said), across: 3 },
    { kind: 'heading', text: isNilDefect(items) ? 'Items checked, no defects' : 'Items checked' },
    {
      kind: 'table',
      columns: [
        { head: 'Item', share: 3.5 },
        { head: 'Result', share: 2.2 },
        { head: 'Severity', share: 1.8 },
        { head: 'Note', share: 5 },
      ],
      rows: items.map(({ code, result, severity, note }) => [
        formatCheckItem(code),
        result === 'ok' ? 'OK' : formatCode(result),
        severity === null ? '' : formatCode(severity),
        note ?? '',
      ]),
    },
    ...listResolutionBlocks(facts, said),
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
        warning: facts.result === 'unsafe' && facts.resolvedAt === null ? 'Unsafe to drive, not repaired yet.' : null,
        blocks,
      },
    ],
    foot: `${letterhead.name} · check ${id} of ${vehicleReg} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

function listCheckHeadFacts(facts: CheckFileFacts, said: (at: number) => string): PaperFact[] {
  const { odometer, odometerUnit, tripRef } = facts
  const found: (PaperFact | null)[] = [
    ['Vehicle', facts.vehicleReg],
    facts.startedAt === null ? null : ['Started', said(facts.startedAt)],
    ['Checked', said(facts.checkedAt)],
    ['Driver', facts.driver ?? 'No longer on record'],
    ['Result', resultWords[facts.result]],
    ['Declared safe to drive', facts.safeToDrive ? 'Yes' : 'No'],
    ['Type', facts.kind === 'pre_trip' ? 'Before a trip' : 'After a trip'],
    odometer === null ? null : ['Odometer', formatOdometer(odometer, odometerUnit)],
    tripRef === null ? null : ['Trip', tripRef],
    ['Received', said(facts.receivedAt)],
  ]
  return found.filter((fact) => fact !== null)
}

function listResolutionBlocks(
  { resolution, resolvedAt, odometerUnit }: CheckFileFacts,
  said: (at: number) => string,
): PaperBlock[] {
  if (resolvedAt === null) return []
  if (resolution === null) {
    return [
      { kind: 'heading', text: 'Repair' },
      { kind: 'text', text: `Passed a later check, ${said(resolvedAt)}.` },
    ]
  }
  const { note, rectifiedBy, odometer } = resolution
  const mileage: PaperFact[] = odometer === null ? [] : [['Odometer', formatOdometer(odometer, odometerUnit)]]
  return [
    { kind: 'heading', text: 'Repair' },
    { kind: 'facts', facts: [['Date', said(resolvedAt)], ['By', rectifiedBy], ...mileage], across: 3 },
    { kind: 'text', text: note },
  ]
}
