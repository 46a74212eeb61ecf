import { statSync } from 'node:fs'
import type { DatabaseAddress } from '../storage/open.ts'
import { findMailServerIn } from '../storage/sqlite/inspect.ts'
import { createConfiguredClock } from './clock.ts'
import { defineConfiguredCommand } from './command.ts'
import { findDatabaseAddress } from './database.ts'
import { examineDatabase } from './doctor-database.ts'
import { examineFiles, examineFolder } from './doctor-folder.ts'
import { examineMachine } from './doctor-machine.ts'
import { examineMessageTransports } from './doctor-mail.ts'
import { examinePayments } from './doctor-payments.ts'
import { examineRouting } from './doctor-routing.ts'
import { examineServer } from './doctor-server.ts'
import { exit } from './exit.ts'
import type { Finding } from './finding.ts'
import { defineToggle } from './flag.ts'
import { examineGeocoder } from './geocoder-check.ts'
import { formatTable } from './output.ts'
import { findTestDepot } from './road-settings.ts'

/** Checks for common problems of a machine, and changes nothing. */
export const doctorCommand = defineConfiguredCommand({
  words: 'doctor',
  about:
    'Checks the folder, disk, database, clock, JIT, port, mail, routing, geocoder, backups, payments, worker, key and other nodes. Exits 1 if a check fails.',
  examples: ['doctor', 'doctor --json', 'doctor --offline --data-dir /var/lib/charabanc'],
  flags: {
    offline: defineToggle(
      'Skips checks over the network: the mail server, the SMS service, the router, the geocoder and the provider of card payments.',
    ),
  },
  async run({ flags, config, out }) {
    const database = findDatabaseAddress(config)
    const now = createConfiguredClock(config)()
    const bytes = database.kind === 'sqlite' ? (statSync(database.path, { throwIfNoEntry: false })?.size ?? 0) : 0
    const found = [
      ...examineFolder(config, bytes),
      ...(database.kind === 'sqlite'
        ? examineDatabase(config, database.path, now)
        : await (await import('./doctor.postgres.ts')).examineShared(config, database)),
      // Runs after the checks that open the database, because SQLite then has files beside it.
      ...examineFiles(config),
      ...(await examineServer(config)),
      ...(await examineMessageTransports(config, await readEnteredMailServer(database), flags.offline)),
      ...(await examineRouting(config, () => findTestDepot(database), flags.offline)),
      ...(await examineGeocoder(config, flags.offline)),
      ...(await examinePayments(config, database, { now, isOffline: flags.offline })),
      ...examineMachine(config, now),
    ]
    const isKeyWrong = found.some(({ check, state }) => check === 'key' && state === 'fail')
    // A well protected key is useless if it is the wrong key.
    const findings = found.filter(({ check, state }) => !(isKeyWrong && check === 'key' && state === 'ok'))
    const isWell = findings.every(({ state }) => state !== 'fail')
    const checks = findings.map(({ hint, ...finding }) => ({ ...finding, mend: hint }))
    await out.answer({ ok: isWell, checks }, `${formatTable([], findings.flatMap(formatFindingLines))}`)
    return isWell ? exit.ok : exit.failure
  },
})

async function readEnteredMailServer(database: DatabaseAddress) {
  if (database.kind === 'sqlite') return findMailServerIn(database.path)
  return (await import('../storage/postgres/inspect.ts')).findMailServerOn(database.url)
}

function formatFindingLines({ state, check, found, hint }: Finding): string[][] {
  const lines = [[state, check, found]]
  return hint === null ? lines : [...lines, ['', '', `→ ${hint}`]]
}
