import type { Writable } from 'node:stream'
import { toOneLine, toPlainJson, toSafeLines } from '../domain/control-characters.ts'

/** The output of a command: answers on stdout and remarks on stderr, so that programs can read stdout. */
export interface Output {
  /** Whether `--json` was given. */
  readonly json: boolean
  /** Whether stdout is a terminal. */
  readonly terminal: boolean
  /** The one answer of a command: the object as one line of JSON with `--json`, otherwise the text. */
  answer(object: object, text: string): Promise<void>
  /** A remark for the person, beside the answer. */
  remark(sentence: string): Promise<void>
}

/**
 * Resolves after the text is written, because an earlier exit would cut text in a pipe. A closed pipe is not an error. Control
 * characters other than line breaks and tabs are removed, so that quoted text cannot control the terminal.
 */
export function writeWhole(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(toSafeLines(text), () => resolve()))
}

/** The output of this process. */
export function makeOutput(json: boolean): Output {
  return {
    json,
    terminal: process.stdout.isTTY === true,
    answer: (object, text) => writeWhole(process.stdout, `${json ? toPlainJson(JSON.stringify(object)) : text.trimEnd()}\n`),
    remark: (sentence) => writeWhole(process.stderr, `${sentence}\n`),
  }
}

/** Rows in columns as wide as their widest cell, optionally with headings. A cell is one line. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = (headings.length > 0 ? [headings, ...rows] : rows).map((line) => line.map(toOneLine))
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A path, quoted as one word for a shell. */
export function quoteForShell(path: string): string {
  return /^[\w./:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
