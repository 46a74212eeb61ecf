import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import type { Folder } from './folder.ts'

/** What a process writes its log to, and how it goes bad. */
export interface LogReader {
  readonly descriptor: number
  /** From now on nothing more is taken. */
  stopReading(): void
  /** Takes everything there is to take. */
  read(): string
}

const { O_RDONLY, O_RDWR, O_WRONLY, O_NONBLOCK } = constants

/** Those who should read a log and do not, by what is wrong with them. */
export const failingLogReaders: readonly [string, (folder: Folder) => LogReader][] = [
  [
    'that is gone',
    (folder) => {
      const reading = openSync(pipeIn(folder), O_RDONLY | O_NONBLOCK)
      return { descriptor: openSync(folder.at('log'), O_WRONLY), stopReading: () => closeSync(reading), read: () => '' }
    },
  ],
  ['that takes nothing', pausedLogReader],
  ['whose disk is full', () => ({ descriptor: openSync('/dev/full', O_WRONLY), stopReading: () => {}, read: () => '' })],
]

/** A pipe that somebody holds open, and reads when they like. */
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
