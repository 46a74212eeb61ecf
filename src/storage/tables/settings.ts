import type { CalendarNames } from '../../domain/calendar-names.ts'
import type { ClockNote } from '../../domain/clock-note.ts'
import type { Columns } from '../columns.ts'

/** The credential of the link of the first run, and what its token is worked out of. */
export type SetupLinkNote = { readonly credentialId: number; readonly nonce: string }

/** The account of a provider of card payments that this database belongs to; `id` is null until it was heard. */
export type PaymentAccountNote = { readonly serverId: string; readonly isLive: boolean; readonly id: string | null }

/**
 * A restore put an older database in place, which knows less than the provider of card payments. `since` is from when the provider is asked
 * (ms, by the wall clock); null until the first start works it out.
 */
export type RestoredNote = { readonly since: number | null }

/** The key that the database belongs to, known only by its fingerprint. Written by SQLite alone. */
export type MasterKeyNote = { readonly fingerprint: string }

/** The address of the mail server that was entered. */
export type MailServerPlace = { readonly host: string; readonly port: number }

/** Progress of filling in the rows of an earlier release: the last row that was looked at, by its id; `isDone` once there was none after it. */
export type FillingNote = { readonly lastId: number; readonly isDone: boolean }

/** The table of what is decided about the server in a browser, and not by its configuration. */
export function settingTables(c: Columns) {
  /**
   * One setting a row: the link of the first run, the mail server, the account that takes cards, which key it is, that the database
   * was restored, how the clock was seen, how calendar events are named, and how far rows of earlier releases are filled in. Written by a start without operators and
   * `setup link`, by who enters a mail server, by the first start with card payments, by the first opening of a database on SQLite
   * (PostgreSQL has a table of its own for the key), by `restore`, at every start, move of the clock and purge, and by the first start of a
   * release that names calendar events or fills something in. Deleted: the mail server by who takes it back, that of `restore` once the database is compared with the
   * provider, that of the clock by `restore`.
   */
  const serverSettings = c.table('server_settings', {
    name: c.text().primaryKey(),
    /** The part that anyone with the database may read, such as the link's credential or the mail server's place. */
    value: c
      .json<
        | SetupLinkNote
        | MailServerPlace
        | MasterKeyNote
        | PaymentAccountNote
        | RestoredNote
        | ClockNote
        | CalendarNames
        | FillingNote
      >()
      .notNull(),
    /** The part that they may not read: a password stands in it. */
    encrypted: c.text(),
    updatedAt: c.instant().notNull(),
  })

  return { serverSettings }
}
