import { closeSync, fstatSync, mkdtempSync, openSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openCLibrary } from './c-library.ts'

/** A lock on a folder itself. The kernel ends it together with the process, and nothing that lies in the folder is needed for it. */
export interface FolderLock extends Disposable {
  /** Whether the path still leads to the folder that is locked. */
  isInPlace(): boolean
}

/** Operations that `flock` is asked for; the same on Linux and macOS. */
const operations = { shared: 1, sole: 2 }
const withoutWaiting = 4

type Flock = (descriptor: number, operation: number) => number

/**
 * Locks a folder for this process alone, or with others who want it shared. `held` where another process has it otherwise; null where
 * there are no such locks: on Windows, on some file systems, and where there is no folder that can be opened.
 */
export function lockFolder(path: string, how: keyof typeof operations): FolderLock | 'held' | null {
  const flock = flockHere()
  const descriptor = flock === null ? null : opened(path)
  if (flock === null || descriptor === null) return null
  if (flock(descriptor, operations[how] | withoutWaiting) === 0) {
    return {
      isInPlace: () => isSameFolder(path, descriptor),
      [Symbol.dispose]: () => closeSync(descriptor),
    }
  }
  closeSync(descriptor)
  return canLockIn(path, flock) ? 'held' : null
}

function flockHere(): Flock | null {
  try {
    return openCLibrary({ flock: { args: ['i32', 'i32'], returns: 'i32' } }).flock
  } catch {
    return null
  }
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

/** Whether there are locks here: tries a new folder that no one else knows of, since a refusal gives no reason. */
function canLockIn(path: string, flock: Flock): boolean {
  const probe = madeIn(path)
  const descriptor = probe === null ? null : opened(probe)
  try {
    return descriptor === null || flock(descriptor, operations.sole | withoutWaiting) === 0
  } finally {
    if (descriptor !== null) closeSync(descriptor)
    if (probe !== null) rmdirSync(probe)
  }
}

function madeIn(path: string): string | null {
  try {
    return mkdtempSync(join(path, '.lock-'))
  } catch {
    return null
  }
}

function isSameFolder(path: string, descriptor: number): boolean {
  const here = statSync(path, { throwIfNoEntry: false })
  const locked = fstatSync(descriptor)
  return here !== undefined && here.ino === locked.ino && here.dev === locked.dev
}
