import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFaultCode } from '../../src/domain/fault-text.ts'

/** A data folder's disk that can be filled and freed while a server runs on it. */
export interface FillableDisk extends Disposable {
  readonly dataDir: string
  /** Fills the disk; `pid` is the server's. */
  fill(pid: number): void
  free(pid: number): void
}

/** Every way that this machine allows: a file system of a few megabytes for root, a limit on a process's writes for all. */
export function fillableDisks(): readonly { readonly way: string; readonly make: (folder: string) => FillableDisk }[] {
  const limited = { way: 'a process that may write no more', make: limitedProcess }
  return process.getuid?.() === 0 && canMount() ? [{ way: 'a disk of 8 MB', make: smallDisk }, limited] : [limited]
}

function smallDisk(folder: string): FillableDisk {
  const disk = join(folder, 'disk')
  mount(disk)
  const filler = join(disk, 'filler')
  return {
    dataDir: join(disk, 'data'),
    fill() {
      for (const bytes of [65_536, 512, 1]) fillWith(filler, bytes)
    },
    free: () => rmSync(filler),
    [Symbol.dispose]: () => unmount(disk),
  }
}

function limitedProcess(folder: string): FillableDisk {
  const limit = (pid: number, bytes: string) => run('prlimit', '--pid', String(pid), `--fsize=${bytes}:`)
  return {
    dataDir: join(folder, 'data'),
    fill: (pid) => limit(pid, '1'),
    free: (pid) => limit(pid, 'unlimited'),
    [Symbol.dispose]() {},
  }
}

/** Writes until the disk accepts no more pieces of this size. */
function fillWith(filler: string, bytes: number): void {
  try {
    for (;;) writeFileSync(filler, Buffer.alloc(bytes, 1), { flag: 'a' })
  } catch (fault) {
    if (findFaultCode(fault) !== 'ENOSPC') throw fault
  }
}

function canMount(): boolean {
  const trial = join('/tmp', `charabanc-test-mount-${process.pid}`)
  try {
    mount(trial)
    unmount(trial)
    return true
  } catch {
    return false
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

function mount(at: string): void {
  mkdirSync(at, { recursive: true })
  run('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', at)
}

function unmount(at: string): void {
  run('umount', at)
}

function run(...words: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(words, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
}
