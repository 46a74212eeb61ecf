import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { openBusyMarket } from '../test/support/busy-market.ts'

// Stops a server repeatedly during work of every kind, beside busy loops: `bun run bench stopping [stops] [busy loops]`. Prints
// the duration of the stops, and the position of each thread in a stop that took too long. Exits with 1 if a stop took too long
// or ended with another code than 0.
const stops = Number(process.argv[3] ?? 200)
const busyLoops = Number(process.argv[4] ?? 4)
const longestMs = 15_000

const write = (line: string) => process.stdout.write(`${line}\n`)
const loops = Array.from({ length: busyLoops }, () => Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdin: 'ignore' }))
const took: number[] = []
const codes = new Map<string, number>()
let hung = 0

try {
  await using busy = await openBusyMarket()
  for (let round = 1; round <= stops; round++) {
    let overdue: Timer | undefined
    const { code, ms } = await busy.interrupt(round % 2 === 0, (pid) => {
      overdue = setTimeout(() => lookAt(pid), longestMs)
    })
    clearTimeout(overdue)
    took.push(ms)
    codes.set(String(code), (codes.get(String(code)) ?? 0) + 1)
    if (round % 20 === 0) write(`${round} stops: ${summary()}`)
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL')
}
write(`${took.length} stops beside ${busyLoops} busy loops: ${summary()}`)
process.exitCode = hung === 0 && [...codes.keys()].every((code) => code === '0') ? 0 : 1

function lookAt(pid: number): void {
  hung++
  write(`process ${pid} is still there after ${longestMs} ms:\n${threadsOf(pid)}`)
}

/** The kernel's information about the wait of each thread. */
function threadsOf(pid: number): string {
  const textOf = (path: string) => {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      return '?'
    }
  }
  const tasks = `/proc/${pid}/task`
  if (!existsSync(tasks)) return '  gone meanwhile'
  return readdirSync(tasks)
    .map((id) => `  ${textOf(`${tasks}/${id}/comm`)}: ${textOf(`${tasks}/${id}/wchan`)}, ${textOf(`${tasks}/${id}/syscall`)}`)
    .join('\n')
}

function summary(): string {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
  const left = [...codes].map(([code, count]) => `${code} × ${count}`).join(', ')
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms, ${hung} hung; left with ${left}`
}
