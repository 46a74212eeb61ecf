import type { Ledger } from '../../gateways/payments/sandbox-entries.ts'
import { enterSandbox, findSandboxEntry } from '../../storage/queries/sandbox-ledger.ts'
import type { Storage } from '../../storage/storage.ts'

/** A ledger of play money that all nodes on one database write to: what one of them charged the next does not charge again. */
export function sharedLedger(storage: Storage): Ledger {
  return {
    find: (key) => storage.read((db) => findSandboxEntry(db, key)),
    enter: (entry) => storage.transact((tx) => enterSandbox(tx, entry)),
    // It lies in the database itself, and is restored along with it.
    entries: async () => [],
  }
}
