import { createInterface } from 'node:readline'
import type { ValueReader } from '../setting-values.ts'
import type { Output } from './output.ts'

/** One question for a person at the terminal. The person can skip it. */
type AskedValue = { readonly asks: string; readonly reader: ValueReader<string> }

/** Whether a person at a terminal can answer questions. */
export function canAsk({ json }: Pick<Output, 'json'>): boolean {
  return !json && process.stdin.isTTY === true && process.stderr.isTTY === true
}

/**
 * Asks questions one after another, and repeats each until the answer is valid. Null for an empty line or the end of the input.
 */
export async function askEach(questions: readonly AskedValue[]): Promise<(string | null)[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines = terminal[Symbol.asyncIterator]()
  const answerTo = async ({ asks, reader }: AskedValue): Promise<string | null> => {
    for (;;) {
      terminal.setPrompt(`${asks} (Enter to skip): `)
      terminal.prompt()
      const { value, done } = await lines.next()
      const typed = done ? '' : String(value).trim()
      if (typed === '') return null
      const read = reader.read(typed)
      if (read !== undefined) return read
      process.stderr.write(`Enter ${reader.wanted}.\n`)
    }
  }
  try {
    const answers: (string | null)[] = []
    for (const question of questions) answers.push(await answerTo(question))
    return answers
  } finally {
    terminal.close()
  }
}
