import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import type { Folder } from './folder.ts'

/** The target of a process's log, which can fail. */
export interface LogReader {
  readonly descriptor: number
  /** Stops reading. */
  stopReading(): void
  /** Reads everything available. */
  read(): string
}

const { O_RDONLY, O_RDWR, O_WRONLY, O_NONBLOCK } = constants

/** Log readers that do not read, by their fault. */
export const failingLogReaders: readonly [string, (folder: Folder) => LogReader][] = [
  [
    'that has exited',
    (folder) => {
      const reading = openSync(pipeIn(folder), O_RDONLY | O_NONBLOCK)
      return { descriptor: openSync(folder.at('log'), O_WRONLY), stopReading: () => closeSync(reading), read: () => '' }
    },
  ],
  ['that reads nothing', pausedLogReader],
  ['with a full disk', () => ({ descriptor: openSync('/dev/full', O_WRONLY), stopReading: () => {}, read: () => '' })],
]

/** A pipe that the test holds open and reads at any time. */
export function pausedLogReader(folder: Folder): LogReader {
  const descriptor = openSync(pipeIn(folder), O_RDWR | O_NONBLOCK)
  return {
    descriptor,
    stopReading: () => untilRefused(() => writeSync(descriptor, `${' '.repeat(99)}\n`)),
    read() {
      let said = ''
      const piece = Buffer.alloc(65_536)
      untilRefused(() => {
        said += piece.subarray(0, readSync(descriptor, piece)).toString()
      })
      return said
    },
  }
}

function pipeIn(folder: Folder): string {
  Bun.spawnSync(['mkfifo', folder.at('log')])
  return folder.at('log')
}

function untilRefused(step: () => void): void {
  for (;;) {
    try {
      step()
    } catch {
      return
    }
  }
}
