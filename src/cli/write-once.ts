import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { findFaultCode } from '../domain/fault-text.ts'

/**
 * Creates a file that only its owner can read, completely and durably or not at all, also when a process is killed. False if
 * there is already one, which stays.
 */
export function writeOnce(path: string, text: string): boolean {
  const part = `${path}.${process.pid}.part`
  try {
    const file = openSync(part, 'w', 0o600)
    writeSync(file, text)
    syncAndClose(file)
    linkSync(part, path)
    syncAndClose(openSync(dirname(path), 'r'))
    return true
  } catch (fault) {
    if (findFaultCode(fault) === 'EEXIST') return false
    throw fault
  } finally {
    rmSync(part, { force: true })
  }
}

function syncAndClose(file: number): void {
  fsyncSync(file)
  closeSync(file)
}
