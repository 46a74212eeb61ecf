import { closeSync, fstatSync, mkdtempSync, openSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openCLibrary } from './c-library.ts'

/** A lock on a folder. The kernel releases it when the process ends, and it needs no file in the folder. */
export interface FolderLock extends Disposable {
  /** Whether the path still leads to the locked folder. */
  isInPlace(): boolean
}

/** Operations of `flock`; the same on Linux and macOS. */
const operations = { shared: 1, sole: 2 }
const withoutWaiting = 4

type Flock = (descriptor: number, operation: number) => number

/**
 * Locks a folder for this process alone, or shared with others. `held` if another process holds an incompatible lock. Null
 * without such locks: on Windows, on some file systems, and for a folder that cannot be opened.
 */
export function lockFolder(path: string, how: keyof typeof operations): FolderLock | 'held' | null {
  const flock = openFlock()
  const descriptor = flock === null ? null : openFolderIfAny(path)
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

function openFlock(): Flock | null {
  try {
    return openCLibrary({ flock: { args: ['i32', 'i32'], returns: 'i32' } }).flock
  } catch {
    return null
  }
}

function openFolderIfAny(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

/** Whether the system has such locks: it tries a new folder that no other process knows, since a refusal gives no reason. */
function canLockIn(path: string, flock: Flock): boolean {
  const probe = createLockFileIn(path)
  const descriptor = probe === null ? null : openFolderIfAny(probe)
  try {
    return descriptor === null || flock(descriptor, operations.sole | withoutWaiting) === 0
  } finally {
    if (descriptor !== null) closeSync(descriptor)
    if (probe !== null) rmdirSync(probe)
  }
}

function createLockFileIn(path: string): string | null {
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
