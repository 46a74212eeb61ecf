import { statSync } from 'node:fs'
import type { DatabaseAddress } from '../storage/open.ts'
import { mailServerIn } from '../storage/sqlite/inspect.ts'
import { clockOf } from './clock.ts'
import { configuredCommand } from './command.ts'
import { databaseOf } from './database.ts'
import { examineDatabase } from './doctor-database.ts'
import { examineFiles, examineFolder } from './doctor-folder.ts'
import { examineMachine } from './doctor-machine.ts'
import { examinePost } from './doctor-mail.ts'
import { examinePayments } from './doctor-payments.ts'
import { examineRouting } from './doctor-routing.ts'
import { examineServer } from './doctor-server.ts'
import { exit } from './exit.ts'
import type { Finding } from './finding.ts'
import { toggle } from './flag.ts'
import { table } from './output.ts'
import { depotOf } from './road-settings.ts'

/** Looks everything over that goes wrong on machines, and changes nothing. */
export const doctorCommand = configuredCommand({
  words: 'doctor',
  about:
    'Looks over what goes wrong on machines: folder, disk, database, clock, JIT, port, mail, routing, backups, payments, worker, key, other nodes. Exits 1 where something fails.',
  examples: ['doctor', 'doctor --json', 'doctor --offline --data-dir /var/lib/charabanc'],
  flags: {
    offline: toggle(
      'Asks no one outside: not the mail server, the SMS service and the router, and not the provider of card payments.',
    ),
  },
  async run({ flags, config, out }) {
    const database = databaseOf(config)
    const now = clockOf(config)()
    const bytes = database.kind === 'sqlite' ? (statSync(database.path, { throwIfNoEntry: false })?.size ?? 0) : 0
    const found = [
      ...examineFolder(config, bytes),
      ...(database.kind === 'sqlite'
        ? examineDatabase(config, database.path, now)
        : await (await import('./doctor.postgres.ts')).examineShared(config, database)),
      // After the checks that open the database, because SQLite puts files beside it then.
      ...examineFiles(config),
      ...(await examineServer(config)),
      ...(await examinePost(config, await enteredMailServer(database), flags.offline)),
      ...(await examineRouting(config, () => depotOf(database), flags.offline)),
      ...(await examinePayments(config, database, { now, isOffline: flags.offline })),
      ...examineMachine(config, now),
    ]
    const isKeyWrong = found.some(({ check, state }) => check === 'key' && state === 'fail')
    // That a key lies well is no comfort where it is another.
    const findings = found.filter(({ check, state }) => !(isKeyWrong && check === 'key' && state === 'ok'))
    const isWell = findings.every(({ state }) => state !== 'fail')
    const checks = findings.map(({ hint, ...finding }) => ({ ...finding, mend: hint }))
    await out.answer({ ok: isWell, checks }, `${table([], findings.flatMap(linesOf))}`)
    return isWell ? exit.ok : exit.failure
  },
})

async function enteredMailServer(database: DatabaseAddress) {
  if (database.kind === 'sqlite') return mailServerIn(database.path)
  return (await import('../storage/postgres/inspect.ts')).mailServerOn(database.url)
}

function linesOf({ state, check, found, hint }: Finding): string[][] {
  const lines = [[state, check, found]]
  return hint === null ? lines : [...lines, ['', '', `→ ${hint}`]]
}
