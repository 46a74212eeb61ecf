import { sql } from 'drizzle-orm'
import { createFinder } from '../rows/statements.ts'
import { prepareStatement, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

/** An act of the provider of test money: a charge, a refund, a page or the end of one. */
export type SandboxEntry = Row<'sandboxLedger'>

export const findSandboxEntry = createFinder('sandboxLedger', 'key')

const entering = prepareStatement('enter_sandbox', ({ db, t: { sandboxLedger } }) =>
  db
    .insert(sandboxLedger)
    .values({
      key: sql.placeholder('key'),
      kind: sql.placeholder('kind'),
      amount: sql.placeholder('amount'),
      currencyCode: sql.placeholder('currencyCode'),
      outcome: sql.placeholder('outcome'),
      ref: sql.placeholder('ref'),
      memo: sql.placeholder('memo'),
    })
    .onConflictDoNothing(),
)

/** Inserts an act under a key, unless there is an entry. Returns the entry. */
export async function enterSandbox(tx: Writer, entry: NewRow<'sandboxLedger'>): Promise<SandboxEntry> {
  const row = { ...entry, memo: entry.memo ?? null }
  await entering(tx).execute(row)
  return (await findSandboxEntry(tx, row.key)) ?? row
}
