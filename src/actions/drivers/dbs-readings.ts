import type { OperatorCaller } from '../../domain/caller.ts'
import { dayMs } from '../../domain/instant.ts'
import type { PageAsked } from '../../storage/lists/listing.ts'
import { noteDbsReading } from '../../storage/queries/dbs-readings.ts'
import type { Reader, Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { listRoster } from './drivers.ts'

type Shown = { readonly id: number; readonly dbsCheckKind: string | null; readonly dbsCertificateNumber: string | null }

/** The caller's roster, newest first. The roster contains DBS checks, so each read is logged. */
export async function readRoster(db: Reader, app: AppContext, caller: OperatorCaller, asked: PageAsked, now: number) {
  const roster = await listRoster(db, caller, asked)
  noteDbsReadings(app, caller, roster.items, now)
  return roster
}

/**
 * Records who saw which drivers' DBS checks, once a day for each credential (DBS code of practice: who has access and why must
 * be known). The response does not wait for it; a failure is logged.
 */
function noteDbsReadings(app: AppContext, caller: OperatorCaller, drivers: readonly Shown[], now: number): void {
  if (!drivers.some(hasCheck)) return
  app.storage
    .transact((tx) => writeDownReadings(tx, caller, drivers, now))
    .catch((fault) => app.log.error({ tokenId: caller.credential.tokenId, err: fault }, 'could not record access to DBS checks'))
}

/** Records who saw which drivers' DBS checks, as part of an action whose response shows them. */
export async function writeDownReadings(
  tx: Writer,
  { operatorId, credential }: OperatorCaller,
  drivers: readonly Shown[],
  now: number,
): Promise<void> {
  const reading = { operatorId, credentialId: credential.id, day: Math.floor(now / dayMs), readAt: now }
  // A fixed order, so that two readers of the same roster cannot deadlock.
  const ids = drivers.filter(hasCheck).map(({ id }) => id)
  for (const driverId of ids.sort((one, other) => one - other)) await noteDbsReading(tx, { ...reading, driverId })
}

function hasCheck({ dbsCheckKind, dbsCertificateNumber }: Shown): boolean {
  return dbsCheckKind !== null || dbsCertificateNumber !== null
}
