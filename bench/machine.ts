import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second on every machine (USER_HZ). */
const ticksPerSecond = 100

/** Processor time of a process so far, user and system, with all of its threads; in seconds. */
export function cpuOf(pid: number): number {
  return secondsIn(readFileSync(`/proc/${pid}/stat`, 'utf8')).own
}

/** Processor time of a process, its running children, and its ended children; in seconds. */
export function cpuOfFamily(pid: number): number {
  const { own, ended } = secondsIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfChild(child), own + ended)
}

/** Processor time of a child. A child that has just ended counts for its parent from then on. */
function cpuOfChild(pid: number): number {
  try {
    return cpuOfFamily(pid)
  } catch (fault) {
    if (existsSync(`/proc/${pid}`)) throw fault
    return 0
  }
}

/** The processor times in a line of /proc/PID/stat: the process's own, and that of the children it waited for. */
export function secondsIn(stat: string): { readonly own: number; readonly ended: number } {
  // The name may contain spaces and brackets. The next field after it is the third in the manual.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond }
}

/** Processor time in seconds; a database inside its node counts for the node. */
export interface Used {
  readonly nodes: number
  readonly database: number
}

/** The processor time of each request or delivery, in µs. */
export function cpuOfEach(count: number, before: Used, after: Used) {
  const share = (part: keyof Used) => ((after[part] - before[part]) * 1e6) / count
  return { cpuUs: share('nodes'), databaseUs: share('database'), bothUs: share('nodes') + share('database') }
}

/** Processor time that the whole machine has used since it started, and its capacity; in seconds. */
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
  return mibIn('VmRSS', pid)
}

/** Resident memory that is in no file: the process's own, in MiB. */
export function ownMib(pid: number): number {
  return mibIn('RssAnon', pid)
}

function mibIn(field: string, pid: number): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** The number of times that each thread of the process has gone to sleep voluntarily. */
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
