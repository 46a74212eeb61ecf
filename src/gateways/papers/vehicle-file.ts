import { toSpokenTime } from '../../domain/instant.ts'
import type { Letterhead, PaperBlock, PaperTable, PrintedPaper } from '../../domain/printed-paper.ts'
import { counted } from '../../domain/spoken.ts'
import { checkKeptMonths, isNilDefect } from '../../domain/vehicle-check.ts'
import type { CheckFileFacts } from './check-file.ts'
import { resultWords, spokenItem, spokenOdometer } from './check-words.ts'
import { spokenCode, spokenDay, withYear } from './spoken.ts'

/** One of the walkarounds of a vehicle. */
type FiledCheck = Omit<CheckFileFacts, 'letterhead' | 'timezone' | 'startedAt' | 'receivedAt' | 'safeToDrive'>

/** The walkarounds of a vehicle within some days, the latest first; `total` counts those too that are too many to print. Instants in ms. */
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

/** All checks of a vehicle with what they found and how it was put right, as an inspector asks for them. */
export function vehicleFile(facts: VehicleFileFacts, now: number): PrintedPaper {
  const { letterhead, timezone, vehicleReg, checks, total } = facts
  const said = (at: number) => toSpokenTime(at, timezone, withYear)
  const found = checks.filter(({ items }) => !isNilDefect(items))
  const open = checks.filter(isOpen)
  const called = `Checks of ${vehicleReg}`
  const blocks: PaperBlock[] = [
    {
      kind: 'facts',
      across: 3,
      facts: [
        ['Vehicle', vehicleReg],
        ['From', spokenDay(facts.from, timezone)],
        ['To', spokenDay(facts.to, timezone)],
        ['Checks', total.toLocaleString('en-GB')],
        ['With defects', found.length.toLocaleString('en-GB')],
        ['Not put right yet', open.length.toLocaleString('en-GB')],
      ],
    },
    ...(total > checks.length
      ? [
          {
            kind: 'text' as const,
            text: `The latest ${counted(checks.length, 'check')} of these days; ask for fewer days for the rest.`,
          },
        ]
      : []),
    checks.length === 0 ? { kind: 'text', text: 'No check was made on these days.' } : tableOf(checks, said),
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
        warning: open.some(({ result }) => result === 'unsafe') ? 'Found not safe to drive, and not put right yet.' : null,
        blocks,
      },
    ],
    foot: `${letterhead.name} · ${called.toLowerCase().replace(vehicleReg.toLowerCase(), vehicleReg)} · printed ${toSpokenTime(now, timezone, now)}`,
    printedAt: now,
  }
}

/** Whether something was found that no one has put right. */
function isOpen({ result, resolvedAt, resolution }: FiledCheck): boolean {
  return result !== 'safe' && resolvedAt === null && resolution === null
}

function tableOf(checks: readonly FiledCheck[], said: (at: number) => string): PaperTable {
  return {
    kind: 'table',
    columns: [
      { head: 'Checked', share: 2.6 },
      { head: 'Driver, odometer', share: 2.6 },
      { head: 'Came to', share: 2.2 },
      { head: 'Found, and put right', share: 5 },
    ],
    rows: checks.map((check) => [
      [said(check.checkedAt), check.kind === 'pre_trip' ? 'Before a trip' : 'After a trip', check.tripRef ?? '']
        .filter(Boolean)
        .join('\n'),
      [check.driver ?? 'No longer on record', check.odometer === null ? '' : spokenOdometer(check.odometer, check.odometerUnit)]
        .filter(Boolean)
        .join('\n'),
      resultWords[check.result],
      [...defectsOf(check), ...putRight(check, said)].join('\n'),
    ]),
  }
}

function defectsOf({ items }: FiledCheck): string[] {
  return items
    .filter(({ result }) => result === 'defect')
    .map(({ code, severity, note }) => {
      const bad = severity === null ? '' : `: ${spokenCode(severity).toLowerCase()}`
      return `${spokenItem(code)}${bad}${note === null ? '' : `. ${note}`}`
    })
}

function putRight(check: FiledCheck, said: (at: number) => string): string[] {
  const { resolution, resolvedAt, result, odometerUnit } = check
  if (resolution !== null) {
    const when = resolvedAt === null ? '' : ` ${said(resolvedAt)}`
    const at = resolution.odometer === null ? '' : `, at ${spokenOdometer(resolution.odometer, odometerUnit)}`
    return [`Put right${when} by ${resolution.rectifiedBy}${at}: ${resolution.note}`]
  }
  if (resolvedAt !== null) return [`Found fit by a later check, ${said(resolvedAt)}.`]
  return result === 'safe' ? [] : ['Not put right yet.']
}
