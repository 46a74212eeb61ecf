import type { OperatorCaller } from '../domain/caller.ts'
import { noteDbsReading } from '../storage/queries/dbs-readings.ts'
import { listRoster } from './drivers.ts'
import type { House } from './house.ts'

const dayMs = 86_400_000

type Shown = { readonly id: number; readonly dbsCheckKind: string | null; readonly dbsCertificateNumber: string | null }

/** The caller's roster, newest first; who reads it reads the DBS checks in it, and that is written down. */
export async function readRoster(
  house: House,
  caller: OperatorCaller,
  asked: { readonly page: number; readonly perPage: number },
  now: number,
) {
  const roster = await house.storage.read((db) => listRoster(db, caller, asked))
  noteDbsReadings(house, caller, roster.items, now)
  return roster
}

/**
 * Writes down who saw which drivers' DBS checks, once a day for each credential (DBS code of practice: who has access and
 * why must be known). The answer does not wait for it; a note that could not be written is in the log.
 */
export function noteDbsReadings(house: House, caller: OperatorCaller, drivers: readonly Shown[], now: number): void {
  const shown = drivers.filter(({ dbsCheckKind, dbsCertificateNumber }) => dbsCheckKind !== null || dbsCertificateNumber !== null)
  if (shown.length === 0) return
  const reading = { operatorId: caller.operatorId, credentialId: caller.credential.id, day: Math.floor(now / dayMs), readAt: now }
  house.storage
    .transact(async (tx) => {
      for (const { id } of shown) await noteDbsReading(tx, { ...reading, driverId: id })
    })
    .catch((fault) =>
      house.log.error(
        { credential: caller.credential.tokenId, drivers: shown.length, err: fault },
        'a reading of DBS checks was not written down',
      ),
    )
}
