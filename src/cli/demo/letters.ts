import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { asOneLine } from '../../domain/control-characters.ts'
import type { Narrator } from './narrator.ts'

const lookEveryMs = 500

/** Tells of every mail and SMS from now on: to whom, and what about. */
export const letters: Narrator = async ({ mailDir, tell }, untilOver) => {
  const known = new Set(readdirSync(mailDir))
  while (!untilOver.aborted) {
    await setTimeout(lookEveryMs, null, { signal: untilOver }).catch(() => null)
    for (const name of readdirSync(mailDir).sort()) {
      if (known.has(name) || !name.endsWith('.txt')) continue
      known.add(name)
      tell(headlineOf(readFileSync(join(mailDir, name), 'utf8')))
    }
  }
}

/** The subject of a mail, and all of an SMS. */
function headlineOf(written: string): string {
  const to = /^To: (.*)$/m.exec(written)?.[1] ?? ''
  const subject = /^Subject: (.*)$/m.exec(written)?.[1] ?? ''
  const text = written.slice(written.indexOf('\n\n')).trim()
  return asOneLine(subject === '' ? `SMS   to ${to}: ${text}` : `Mail  to ${to}: ${subject}`)
}
