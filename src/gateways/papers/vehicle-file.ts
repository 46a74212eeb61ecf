import { toSpokenTime } from '../../domain/instant.ts'
import type { Letterhead, PaperBlock, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import { formatCount } from '../../domain/spoken.ts'
import { checkKeptMonths, isNilDefect } from '../../domain/vehicle-check.ts'
import type { CheckFileFacts } from './check-file.ts'
import { formatCheckItem, formatOdometer, resultWords } from './check-words.ts'
import { formatCode, formatPaperDay, withYear } from './spoken.ts'

/** One vehicle check. */
type FiledCheck = Omit<CheckFileFacts, 'letterhead' | 'timezone' | 'startedAt' | 'receivedAt' | 'safeToDrive'>

/** The checks of a vehicle within some days, the latest first; `total` includes checks that are not printed. Instants in ms. */
export type VehicleFileFacts = {
  readonly letterhead: Letterhead
  readonly timezone: string
  readonly vehicleId: number
  readonly vehicleReg: string
  readonly from: number
  readonly to: number
  readonly checks: readonly FiledCheck[]
  readonly total: number
}

/** All checks of a vehicle with defects and repairs, for an inspector. */
export function buildVehicleFile(facts: VehicleFileFacts, now: number): PrintedPaper {
  const { letterhead, timezone, vehicleReg, checks, total } = facts
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const found = checks.filter(({ items }) => !isNilDefect(items))
  const open = checks.filter(hasOpenDefects)
  const called = `Checks of ${vehicleReg}`
  const blocks: PaperBlock[] = [
    {
      kind: 'facts',
      across: 3,
      facts: [
        ['Vehicle', vehicleReg],
        ['From', formatPaperDay(facts.from, timezone)],
        ['To', formatPaperDay(facts.to, timezone)],
        ['Checks', total.toLocaleString('en-GB')],
        ['With defects', found.length.toLocaleString('en-GB')],
        ['Not repaired yet', open.length.toLocaleString('en-GB')],
      ],
    },
    ...(total > checks.length
      ? [
          {
            kind: 'text' as const,
            text: `This file has the latest ${formatCount(checks.length, 'check')}. Choose fewer days for the other checks.`,
          },
        ]
      : []),
    checks.length === 0 ? { kind: 'text', text: 'There were no checks on these days.' } : buildChecksTable(checks, said),
    {
      kind: 'text',
      text: `Declared by the drivers to be a true record of their checks. Kept for ${checkKeptMonths} months.`,
      isQuiet: true,
    },
  ]
  return {
    title: called,
    fileName: `vehicle-checks-${facts.vehicleId}`,
    letterhead,
    sheets: [
      {
        heading: called,
        warning: open.some(({ result }) => result === 'unsafe') ? 'Unsafe to drive, not repaired yet.' : null,
        blocks,
      },
    ],
    foot: `${letterhead.name} · ${called.toLowerCase().replace(vehicleReg.toLowerCase(), vehicleReg)} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/** Whether a check has unrepaired defects. */
function hasOpenDefects({ result, resolvedAt, resolution }: FiledCheck): boolean {
  return result !== 'safe' && resolvedAt === null && resolution === null
}

function buildChecksTable(checks: readonly FiledCheck[], said: (at: number) => string): PaperTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Checked', share: 2.6 },
      { head: 'Driver, odometer', share: 2.6 },
      { head: 'Result', share: 2.2 },
      { head: 'Defects and repairs', share: 5 },
    ],
    rows: checks.map((check) => [
      [said(check.checkedAt), check.kind === 'pre_trip' ? 'Before a trip' : 'After a trip', check.tripRef ?? '']
        .filter(Boolean)
        .join('\n'),
      [check.driver ?? 'No longer on record', check.odometer === null ? '' : formatOdometer(check.odometer, check.odometerUnit)]
        .filter(Boolean)
        .join('\n'),
      resultWords[check.result],
      [...listDefects(check), ...formatRepair(check, said)].join('\n'),
    ]),
  }
}

function listDefects({ items }: FiledCheck): string[] {
  return items
    .filter(({ result }) => result === 'defect')
    .map(({ code, severity, note }) => {
      const bad = severity === null ? '' : `: ${formatCode(severity).toLowerCase()}`
      return `${formatCheckItem(code)}${bad}${note === null ? '' : `. ${note}`}`
    })
}

function formatRepair(check: FiledCheck, said: (at: number) => string): string[] {
  const { resolution, resolvedAt, result, odometerUnit } = check
  if (resolution !== null) {
    const when = resolvedAt === null ? '' : ` ${said(resolvedAt)}`
    const at = resolution.odometer === null ? '' : `, at ${formatOdometer(resolution.odometer, odometerUnit)}`
    return [`Repaired${when} by ${resolution.rectifiedBy}${at}: ${resolution.note}`]
  }
  if (resolvedAt !== null) return [`Passed a later check, ${said(resolvedAt)}.`]
  return result === 'safe' ? [] : ['Not repaired yet.']
}
