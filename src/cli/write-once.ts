import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from '../domain/fault-text.ts'

/**
 * Makes a file for its owner alone that appears whole and durable or not at all, also when a process is killed; false when
 * there already is one, which then stays as it is.
 */
export function writeOnce(path: string, text: string): boolean {
  const part = `${path}.${process.pid}.part`
  try {
    const file = openSync(part, 'w', 0o600)
    writeSync(file, text)
    sync(file)
    linkSync(part, path)
    sync(openSync(dirname(path), 'r'))
    return true
  } catch (fault) {
    if (codeOf(fault) === 'EEXIST') return false
    throw fault
  } finally {
    rmSync(part, { force: true })
  }
}

function sync(file: number): void {
  fsyncSync(file)
  closeSync(file)
}
