import { difference, median, mostSpread, ratio, show, spread } from './figures.ts'
import { startTries } from './missing.ts'
import type { Goal, Measured } from './scene.ts'

/** The result of a goal. `figure` is null if it cannot be computed. */
export interface Verdict {
  readonly goal: Goal
  readonly figure: number | null
  readonly isReached: boolean | null
}

/** Compares the figures of a scene with its goals; omits goals against a missing side. */
export function judge({ scene, series }: Measured): Verdict[] {
  return scene.goals.flatMap((goal) => {
    const figures = series.get(goal.of ?? 'charabanc')?.get(goal.column)
    const base = goal.against === undefined ? undefined : series.get(goal.against)?.get(goal.column)
    if (figures === undefined || (goal.against !== undefined && base === undefined)) return []
    const compare = goal.isDifference ? difference : ratio
    const figure = base === undefined ? median(figures) : compare(figures, base)
    return [{ goal, figure, isReached: figure === null ? null : isReached(goal, figure) }]
  })
}

function isReached({ atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Goal, figure: number): boolean {
  return figure >= atLeast && figure <= atMost
}

/** A scene as a table with the results of its goals. */
export function tableOf(measured: Measured): string {
  const { scene, series, missing, remarks, others } = measured
  const head = ['', ...scene.columns.flatMap(({ title, isBrief }) => (isBrief ? [title] : [title, 'min–max', '±']))]
  const rows = [...series].map(([side, columns]) => [
    side,
    ...scene.columns.flatMap(({ key, isBrief }) => cellsOf(columns.get(key) ?? [], isBrief === true)),
  ])
  return [
    `${scene.name}: ${scene.title}`,
    ...aligned([head, ...rows, ...[...missing.keys()].map((side) => [side, 'not there'])]),
    ...judge(measured).map((verdict) => `  ${sentenceOf(measured, verdict)}`),
    ...[...missing].map(([side, said]) => `  ${side} did not start, tried ${startTries} times: ${said}`),
    ...remarks.map((remark) => `  ${remark}`),
    ...(others.length === 0 ? [] : [othersSentence(others)]),
    '',
  ].join('\n')
}

function othersSentence(others: readonly number[]): string {
  return `  others used ${(median(others) * 100).toFixed(0)} % of the machine (most ${(Math.max(...others) * 100).toFixed(0)} %)`
}

function cellsOf(figures: readonly number[], isBrief: boolean): string[] {
  const middle = show(median(figures))
  if (isBrief) return [middle]
  return [middle, `${show(Math.min(...figures))}–${show(Math.max(...figures))}`, `${(spread(figures) * 100).toFixed(0)} %`]
}

function sentenceOf({ scene, series }: Measured, { goal, figure, isReached }: Verdict): string {
  const title = scene.columns.find(({ key }) => key === goal.column)?.title ?? goal.column
  const of = goal.of ?? 'charabanc'
  const sign = goal.isDifference ? '−' : '÷'
  const what = goal.against === undefined ? `${of}, ${title}` : `${of} ${sign} ${goal.against}, ${title}`
  if (figure === null) {
    const base = series.get(goal.against ?? '')?.get(goal.column) ?? []
    const why = median(base) > 0 ? `own runs differ by ${(spread(base) * 100).toFixed(0)} %` : 'runs came to nothing'
    return `${what}: no ${goal.isDifference ? 'difference' : 'ratio'}, ${goal.against}'s ${why} (at most ${mostSpread * 100} % allowed)`
  }
  const bounds = [
    goal.atLeast === undefined ? [] : `≥ ${show(goal.atLeast)}`,
    goal.atMost === undefined ? [] : `≤ ${show(goal.atMost)}`,
  ].flat()
  const verdict = bounds.length === 0 ? '' : ` (goal ${bounds.join(' and ')}: ${isReached ? 'reached' : 'missed'})`
  return `${what}: ${figure.toFixed(2)}${verdict}`
}

/** Pads each column to its widest cell, the first to the left and the others to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map(
    (row) => `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`,
  )
}
