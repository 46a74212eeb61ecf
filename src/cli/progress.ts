import { writeSync } from 'node:fs'
import type { LongStage, TellProgress } from '../domain/backup.ts'

/** Shows how far long work is; never on stdout, which belongs to answers. */
export type Progress = {
  /** Tells how far a stage is; `total` is null where no one can say. */
  readonly tell: TellProgress
  /** A sentence of its own line. */
  readonly say: (sentence: string) => void
  /** Nothing more comes. */
  readonly end: () => void
}

/** The word for each stage, and how its total is written. */
const stages: Readonly<Record<LongStage, { readonly word: string; readonly amount: (total: number) => string }>> = {
  copying: { word: 'Copying', amount: inBytes },
  checking: { word: 'Checking', amount: inBytes },
  hashing: { word: 'Reading back', amount: inBytes },
  moving: { word: 'Moving', amount: inRows },
  comparing: { word: 'Comparing', amount: inRows },
}

const barCells = 30
const redrawEveryMs = 100
const clearLine = '\r\x1b[2K'

/** Progress for this process: a bar where a person watches stderr, otherwise a plain line for each stage. */
export function makeProgress(): Progress {
  return progressOn({
    write: (text) => writeSync(2, text),
    isTerminal: process.stderr.isTTY === true,
    now: () => performance.now(),
  })
}

/** Progress on any stream of text; `now` counts milliseconds. */
export function progressOn(screen: {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly now: () => number
}): Progress {
  let stage = ''
  let drawnAt = Number.NEGATIVE_INFINITY
  const { write, isTerminal, now } = screen

  function draw(name: LongStage, done: number, total: number | null): void {
    const isNew = name !== stage
    stage = name
    const isOver = total !== null && done >= total
    if (!isNew && !isOver && now() - drawnAt < redrawEveryMs) return
    drawnAt = now()
    const { word, amount } = stages[name]
    write(`${clearLine}${word.padEnd(13)}${total === null ? '…' : `${barOf(done, total)} of ${amount(total)}`}`)
  }

  return {
    tell(name, done, total) {
      if (isTerminal) draw(name, done, total)
      else if (name !== stage) {
        stage = name
        const { word, amount } = stages[name]
        write(`${word}${total === null ? '' : ` ${amount(total)}`} …\n`)
      }
    },
    say(sentence) {
      write(`${isTerminal && stage !== '' ? clearLine : ''}${sentence}\n`)
      stage = ''
    },
    end() {
      if (isTerminal && stage !== '') write(clearLine)
      stage = ''
    },
  }
}

/** A number of bytes as people say it. */
export function inBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}

function inRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`
}

/**
 * A bar of the share that is done, at most the whole. What is compacted while it is copied ends up smaller than it
 * began, so that its bar may stop short.
 */
function barOf(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const full = Math.round(share * barCells)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${percent} %`
}
