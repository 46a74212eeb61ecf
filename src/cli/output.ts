import type { Writable } from 'node:stream'
import { asLines, asOneLine, asPlainJson } from '../domain/control-characters.ts'

/** The output of a command: answers on stdout, remarks on stderr, so that stdout stays readable for programs. */
export interface Output {
  /** Whether `--json` was given. */
  readonly json: boolean
  /** Whether a person watches stdout. */
  readonly terminal: boolean
  /** The one answer of a command: the object as one line of JSON under `--json`, otherwise the text. */
  answer(object: object, text: string): Promise<void>
  /** A line for the person, beside the answer. */
  remark(sentence: string): Promise<void>
}

/**
 * Resolves once the text has left the process, because leaving earlier cuts what a pipe has not taken yet; a closed pipe is no error.
 * Whatever the text quotes, it steers no terminal: line breaks and tabs are all that passes of control characters.
 */
export function writeWhole(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(asLines(text), () => resolve()))
}

/** The output of this process. */
export function makeOutput(json: boolean): Output {
  return {
    json,
    terminal: process.stdout.isTTY === true,
    answer: (object, text) => writeWhole(process.stdout, `${json ? asPlainJson(JSON.stringify(object)) : text.trimEnd()}\n`),
    remark: (sentence) => writeWhole(process.stderr, `${sentence}\n`),
  }
}

/** Rows in columns as wide as their widest cell, under headings where there are any; a cell is one line, whatever it quotes. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = (headings.length > 0 ? [headings, ...rows] : rows).map((line) => line.map(asOneLine))
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

/** A path as a shell reads it as one word. */
export function shellQuoted(path: string): string {
  return /^[\w./:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
