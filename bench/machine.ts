import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second, whatever the machine (USER_HZ). */
const ticksPerSecond = 100

/** Processor time of a process so far, user and system, with all of its threads; in seconds. */
export function cpuOf(pid: number): number {
  const fields = fieldsOfStat(`/proc/${pid}/stat`)
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** A process, everything it has started that still runs, and what those have used that have ended; in seconds. */
export function cpuOfFamily(pid: number): number {
  const fields = fieldsOfStat(`/proc/${pid}/stat`)
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfFamily(child), own)
}

/** Processor time that the whole machine has used since it started, and how much it could have given; in seconds. */
export function machine(): { readonly busy: number; readonly whole: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupt = 0, soft = 0, stolen = 0] = readFileSync(
    '/proc/stat',
    'utf8',
  )
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).slice(1).map(Number))
  const busy = user + nice + system + interrupt + soft + stolen
  return { busy: busy / ticksPerSecond, whole: (busy + idle + waiting) / ticksPerSecond }
}

/** Memory that is resident, in MiB. */
export function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** How often each thread of the process has gone to sleep of its own accord, to be woken up again. */
export function sleepsOf(pid: number): ReadonlyMap<string, number> {
  const threads = readdirSync(`/proc/${pid}/task`)
  return new Map(
    threads.map((thread) => {
      const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
      return [thread, Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1])]
    }),
  )
}

/** Bytes that a disk has to write for it. */
export function writtenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
    return children === '' ? [] : children.split(' ').map(Number)
  })
}

/** What follows the name, which may hold spaces: the first of them is the third field of the manual. */
function fieldsOfStat(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
