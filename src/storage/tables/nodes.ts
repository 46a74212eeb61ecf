import type { ChargeOutcome } from '../../domain/payment.ts'
import type { Columns } from '../columns.ts'

/** The tables of what nodes on one database leave each other. On SQLite, which has one node, both stay empty. */
export function nodeTables(c: Columns) {
  /**
   * Every boot of a node; instants are the database's own. Written by the boot itself when it starts and with each beat, and by the one
   * that declares it dead or replaces it. Deleted by the first node that starts a week after its death.
   */
  const nodes = c.table('nodes', {
    bootId: c.text().primaryKey(),
    /** Node that it is a boot of: a name that stays the same over restarts. */
    node: c.text().notNull(),
    release: c.text().notNull(),
    /** Hash of the settings that must be the same on all nodes. */
    configHash: c.text().notNull(),
    keyFingerprint: c.text().notNull(),
    startedAt: c.instant().notNull(),
    /** Instant at which it was heard of last: after its death only where its process goes on, and is not let in. */
    beatAt: c.instant().notNull(),
    /** Instant at which it stopped or was declared dead. NULL while it lives, and once it is heard of again. */
    diedAt: c.instant(),
    /** The next boot of the same node: this one is not let in again. */
    replacedBy: c.text(),
  })

  /**
   * An act of the provider of play money: what it has charged or paid back, or a page. Written by the provider and not
   * changed. Never deleted.
   */
  const sandboxLedger = c.table('sandbox_ledger', {
    key: c.text().primaryKey(),
    /** Money that was taken or sent back; a page; how a page ended that took nothing. */
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
