import type { Row, Tables } from '../tables.ts'

/** The tables that the activity log covers. */
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

/** A row before and after a transaction: null before its insertion, and after its deletion. */
export type RowChange<K extends LoggedTable = LoggedTable> = {
  readonly table: K
  readonly before: Row<K> | null
  readonly after: Row<K> | null
}

/** Notes the rows that the open transaction writes, so that each is logged once. */
export class ChangeNotes {
  #noted: RowChange[] = []

  begin(): void {
    this.#noted = []
  }

  note<K extends LoggedTable>(table: K, before: Row<K> | null, after: Row<K> | null): void {
    this.#noted.push({ table, before, after } as unknown as RowChange)
  }

  /** Runs `work`, and drops its notes if it fails. */
  async undoneWith<T>(work: () => Promise<T>): Promise<T> {
    const mark = this.#noted.length
    try {
      return await work()
    } catch (fault) {
      this.#noted.length = mark
      throw fault
    }
  }

  /** The change of each row since the beginning, in the order of the first writes. */
  changes(): RowChange[] {
    const byRow = new Map<string, RowChange>()
    for (const change of this.#noted) {
      const row = `${change.table} ${(change.after ?? change.before)?.id}`
      byRow.set(row, { ...change, before: (byRow.get(row) ?? change).before })
    }
    return [...byRow.values()]
  }
}
