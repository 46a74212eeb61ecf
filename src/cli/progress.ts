import { writeSync } from 'node:fs'
import type { LongStage, ReportProgress } from '../domain/backup.ts'

/** Shows the progress of long work. Never on stdout, which belongs to answers. */
export type Progress = {
  /** Reports the progress of a stage. `total` is null if unknown. */
  readonly tell: ReportProgress
  /** A sentence on its own line. */
  readonly printSentence: (sentence: string) => void
  /** Ends the progress. */
  readonly end: () => void
}

/** The word for each stage, and the format of its total. */
const stages: Readonly<Record<LongStage, { readonly word: string; readonly amount: (total: number) => string }>> = {
  copying: { word: 'Copying', amount: formatByteCount },
  checking: { word: 'Checking', amount: formatByteCount },
  hashing: { word: 'Verifying', amount: formatByteCount },
  importing: { word: 'Importing', amount: formatByteCount },
  moving: { word: 'Moving', amount: formatRowCount },
  comparing: { word: 'Comparing', amount: formatRowCount },
}

const barCells = 30
const redrawEveryMs = 100
const clearLine = '\r\x1b[2K'

/** Progress for this process: a bar if stderr is a terminal, otherwise a plain line for each stage. */
export function makeProgress(): Progress {
  return createProgress({
    write: (text) => writeSync(2, text),
    isTerminal: process.stderr.isTTY === true,
    now: () => performance.now(),
  })
}

/** Progress on any stream of text; `now` counts milliseconds. */
export function createProgress(screen: {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly now: () => number
}): Progress {
  let stage = ''
  let drawnAt = Number.NEGATIVE_INFINITY
  const { write, isTerminal, now } = screen

  function drawStage(name: LongStage, done: number, total: number | null): void {
    const isNew = name !== stage
    stage = name
    const isOver = total !== null && done >= total
    if (!isNew && !isOver && now() - drawnAt < redrawEveryMs) return
    drawnAt = now()
    const { word, amount } = stages[name]
    write(`${clearLine}${word.padEnd(13)}${total === null ? '…' : `${formatBar(done, total)} of ${amount(total)}`}`)
  }

  return {
    tell(name, done, total) {
      if (isTerminal) drawStage(name, done, total)
      else if (name !== stage) {
        stage = name
        const { word, amount } = stages[name]
        write(`${word}${total === null ? '' : ` ${amount(total)}`} …\n`)
      }
    },
    printSentence(sentence) {
      write(`${isTerminal && stage !== '' ? clearLine : ''}${sentence}\n`)
      stage = ''
    },
    end() {
      if (isTerminal && stage !== '') write(clearLine)
      stage = ''
    },
  }
}

/** A number of bytes for people. */
export function formatByteCount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}

function formatRowCount(rows: number): string {
  return `${rows.toLocaleString('en')} rows`
}

/**
 * A bar of the completed share, at most the whole. A copy that is compacted ends smaller than its source, so its bar can stop
 * early.
 */
function formatBar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1)
  const full = Math.round(share * barCells)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `${'█'.repeat(full)}${'░'.repeat(barCells - full)} ${percent} %`
}
