import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { toOneLine } from '../../domain/control-characters.ts'
import type { Narrator } from './narrator.ts'

const lookEveryMs = 500

/** Reports every email and SMS from now on, with its recipient and subject. */
export const reportLetters: Narrator = async ({ mailDir, printEvent: tell }, untilOver) => {
  const known = new Set(readdirSync(mailDir))
  while (!untilOver.aborted) {
    await setTimeout(lookEveryMs, null, { signal: untilOver }).catch(() => null)
    for (const name of readdirSync(mailDir).sort()) {
      if (known.has(name) || !name.endsWith('.txt')) continue
      known.add(name)
      tell(readHeadline(readFileSync(join(mailDir, name), 'utf8')))
    }
  }
}

/** The subject of an email, and the whole text of an SMS. */
function readHeadline(written: string): string {
  const to = /^To: (.*)$/m.exec(written)?.[1] ?? ''
  const subject = /^Subject: (.*)$/m.exec(written)?.[1] ?? ''
  const text = written.slice(written.indexOf('\n\n')).trim()
  return toOneLine(subject === '' ? `SMS   to ${to}: ${text}` : `Email to ${to}: ${subject}`)
}
