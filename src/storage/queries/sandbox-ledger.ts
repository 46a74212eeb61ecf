import { sql } from 'drizzle-orm'
import { finder, type Row } from '../statements.ts'
import { prepared, type Writer } from '../storage.ts'

/** A charge or a refund in play money. */
export type SandboxEntry = Row<'sandboxLedger'>

export const findSandboxEntry = finder('sandboxLedger', 'key')

const entering = prepared('enter_sandbox', ({ db, t: { sandboxLedger } }) =>
  db
    .insert(sandboxLedger)
    .values({
      key: sql.placeholder('key'),
      kind: sql.placeholder('kind'),
      amount: sql.placeholder('amount'),
      currencyCode: sql.placeholder('currencyCode'),
      outcome: sql.placeholder('outcome'),
      ref: sql.placeholder('ref'),
    })
    .onConflictDoNothing(),
)

/** Enters what was done under a key, unless something has been; answers what then stands there. */
export async function enterSandbox(tx: Writer, entry: SandboxEntry): Promise<SandboxEntry> {
  await entering(tx).execute(entry)
  return (await findSandboxEntry(tx, entry.key)) ?? entry
}
