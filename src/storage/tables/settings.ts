import type { Columns } from '../columns.ts'

/** The credential of the link of the first run, and what its token is worked out of. */
export type SetupLinkNote = { readonly credentialId: number; readonly nonce: string }

/** Where the mail server is that was entered. */
export type MailServerPlace = { readonly host: string; readonly port: number }

/** What is decided about the server in a browser, and not by its configuration. */
export function settingTables(c: Columns) {
  /**
   * One setting a row: the link of the first run, and the mail server. Written by a start without operators and `setup link`, and by
   * who enters a mail server. Never deleted.
   */
  const serverSettings = c.table('server_settings', {
    name: c.text().primaryKey(),
    /** What may be read by who has the database: which credential the link is, or where the mail server is. */
    value: c.json<SetupLinkNote | MailServerPlace>().notNull(),
    /** What may not: a password stands in it. */
    encrypted: c.text(),
    updatedAt: c.instant().notNull(),
  })

  return { serverSettings }
}
