import type { Columns } from '../columns.ts'

/** The credential of the link of the first run, and what its token is worked out of. */
export type SetupLinkNote = { readonly credentialId: number; readonly nonce: string }

/** Which account of a provider of card payments this database belongs to; `id` is null until it was heard. */
export type PaymentAccountNote = { readonly serverId: string; readonly isLive: boolean; readonly id: string | null }

/**
 * A restore put an older database in place, which knows less than the provider of card payments. `since` is from when the provider is asked
 * (ms, by the wall clock); null until the first start works it out.
 */
export type RestoredNote = { readonly since: number | null }

/** Where the mail server is that was entered. */
export type MailServerPlace = { readonly host: string; readonly port: number }

/** What is decided about the server in a browser, and not by its configuration. */
export function settingTables(c: Columns) {
  /**
   * One setting a row: the link of the first run, the mail server, the account that takes cards, and that the database was restored.
   * Written by a start without operators and `setup link`, by who enters a mail server, by the first start with card payments and by
   * `restore`. Deleted: the mail server by who takes it back, the last one once the database is compared with the provider.
   */
  const serverSettings = c.table('server_settings', {
    name: c.text().primaryKey(),
    /** What may be read by who has the database: which credential the link is, or where the mail server is. */
    value: c.json<SetupLinkNote | MailServerPlace | PaymentAccountNote | RestoredNote>().notNull(),
    /** What may not: a password stands in it. */
    encrypted: c.text(),
    updatedAt: c.instant().notNull(),
  })

  return { serverSettings }
}
