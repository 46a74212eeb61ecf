import type { Row, Tables } from '../tables.ts'

/** The tables of which the log of what happened may say something. */
export const loggedTables = [
  'amendments',
  'assignments',
  'blocks',
  'bookingRequests',
  'bookings',
  'credentials',
  'disputes',
  'drivers',
  'extras',
  'incidents',
  'invoices',
  'messages',
  'offers',
  'operators',
  'ownCustomers',
  'payments',
  'payouts',
  'quotes',
  'tripEvents',
  'trips',
  'users',
  'vehicleChecks',
  'vehicles',
  'webhookSubscriptions',
] as const satisfies readonly (keyof Tables)[]

export type LoggedTable = (typeof loggedTables)[number]

/** A row as a transaction found it and leaves it: null before it was there, and once it is gone. */
export type RowChange<K extends LoggedTable = LoggedTable> = {
  readonly table: K
  readonly before: Row<K> | null
  readonly after: Row<K> | null
}

/** Notes which rows the open transaction writes, so that they are told of once, however often they are written. */
export class ChangeNotes {
  #noted: RowChange[] = []

  begin(): void {
    this.#noted = []
  }

  note<K extends LoggedTable>(table: K, before: Row<K> | null, after: Row<K> | null): void {
    this.#noted.push({ table, before, after } as unknown as RowChange)
  }

  /** Runs `work`, and forgets what it noted where it fails. */
  async undoneWith<T>(work: () => Promise<T>): Promise<T> {
    const mark = this.#noted.length
    try {
      return await work()
    } catch (fault) {
      this.#noted.length = mark
      throw fault
    }
  }

  /** The change of each row from the beginning to now, in the order in which they were first written. */
  changes(): RowChange[] {
    const byRow = new Map<string, RowChange>()
    for (const change of this.#noted) {
      const row = `${change.table} ${(change.after ?? change.before)?.id}`
      byRow.set(row, { ...change, before: (byRow.get(row) ?? change).before })
    }
    return [...byRow.values()]
  }
}
