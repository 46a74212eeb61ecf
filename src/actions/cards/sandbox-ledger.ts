import type { Ledger } from '../../gateways/payments/sandbox-entries.ts'
import { enterSandbox, findSandboxEntry } from '../../storage/queries/sandbox-ledger.ts'
import type { Storage } from '../../storage/storage.ts'

/** A ledger of test money for all nodes on one database, so that no node repeats a charge of another. */
export function openSharedLedger(storage: Storage): Ledger {
  return {
    find: (key) => storage.read((db) => findSandboxEntry(db, key)),
    enter: (entry) => storage.transact((tx) => enterSandbox(tx, entry)),
    // The ledger is in the database itself, and is restored with it.
    entries: async () => [],
  }
}
