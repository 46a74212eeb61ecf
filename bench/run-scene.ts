import type { Bench } from './bench.ts'
import { cpuOfFamily, machine } from './machine.ts'
import type { Figures, Measured, Scene, Side } from './scene.ts'

/** The shortest time for which the kernel's counting in hundredths is exact enough (seconds of all cores). */
const shortestExact = 0.2

export interface Pace {
  readonly turns: number
  readonly seconds: number
}

/** Gives every side its turn, A B C A B C, so that other load on the machine affects all of them alike. */
export async function runScene(bench: Bench, scene: Scene, { turns, seconds }: Pace): Promise<Measured> {
  const { sides, missing = new Map(), remarks = [] } = await scene.open(bench)
  const series = new Map(sides.map(({ name }) => [name, new Map<string, number[]>(scene.columns.map(({ key }) => [key, []]))]))
  const others: number[] = []
  try {
    // Code that runs for the first time is not yet compiled.
    if (scene.isWarmed !== false) for (const side of sides) await side.turn(seconds)
    for (let turn = 0; turn < turns; turn++) {
      for (const side of sides) {
        const { figures, othersShare } = await takeTurn(side, seconds)
        for (const [key, column] of series.get(side.name) ?? []) column.push(figures[key] ?? Number.NaN)
        if (othersShare !== null) others.push(othersShare)
      }
    }
  } finally {
    for (const side of sides) await side[Symbol.asyncDispose]()
  }
  return { scene, series, missing, remarks, others }
}

async function takeTurn(side: Side, seconds: number): Promise<{ figures: Figures; othersShare: number | null }> {
  const before = { ...machine(), ours: cpuOfFamily(process.pid) }
  const figures = await side.turn(seconds)
  const after = { ...machine(), ours: cpuOfFamily(process.pid) }
  const [busy, whole] = [after.busy - before.busy - (after.ours - before.ours), after.whole - before.whole]
  return { figures, othersShare: whole < shortestExact ? null : Math.max(0, busy / whole) }
}
