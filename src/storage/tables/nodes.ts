import type { ChargeOutcome } from '../../domain/payment.ts'
import type { Columns } from '../columns.ts'

/** The tables that nodes on one database share. On SQLite, which has one node, both stay empty. */
export function nodeTables(c: Columns) {
  /**
   * Every boot of a node; instants are the database's own. Written by the boot when it starts and with each beat, and by a boot
   * that declares it dead or replaces it. Deleted by the first node that starts a week after its death.
   */
  const nodes = c.table('nodes', {
    bootId: c.text().primaryKey(),
    /** Name of the node, the same over restarts. */
    node: c.text().notNull(),
    release: c.text().notNull(),
    /** Hash of the settings that must be the same on all nodes. */
    configHash: c.text().notNull(),
    keyFingerprint: c.text().notNull(),
    startedAt: c.instant().notNull(),
    /** Instant of the last beat. After its death a beat only shows that its process still runs. */
    beatAt: c.instant().notNull(),
    /** Instant at which it stopped or was declared dead; null while it lives. */
    diedAt: c.instant(),
    /** The next boot of the same node. A replaced boot is not admitted again. */
    replacedBy: c.text(),
  })

  /**
   * An act of the provider of test money: a charge, a refund, or a page. Written by the provider and not changed. Never deleted.
   */
  const sandboxLedger = c.table('sandbox_ledger', {
    key: c.text().primaryKey(),
    /** A charge or a refund; a page; the end of a page without a charge. */
    kind: c.text().$type<'charge' | 'refund' | 'page' | 'saved' | 'expired'>().notNull(),
    amount: c.int().notNull(),
    currencyCode: c.text().notNull(),
    outcome: c.text().$type<ChargeOutcome>().notNull(),
    ref: c.text().notNull(),
    /** The provider's own words on a page and its end, which only it reads. */
    memo: c.text(),
  })

  return { nodes, sandboxLedger }
}
