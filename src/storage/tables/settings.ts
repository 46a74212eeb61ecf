import type { CalendarNames } from '../../domain/calendar-names.ts'
import type { ClockNote } from '../../domain/clock-note.ts'
import type { Columns } from '../columns.ts'

/** The credential of the first run's link, and the value from which its token is derived. */
export type SetupLinkNote = { readonly credentialId: number; readonly nonce: string }

/** The account of this database at a card provider; `id` is null until it is known. */
export type PaymentAccountNote = { readonly serverId: string; readonly isLive: boolean; readonly id: string | null }

/**
 * The note that a restore replaced the database by an older one, which lacks later facts of the card provider. `since` is the
 * start of the time to ask the provider about (ms, by the wall clock); null until the first start calculates it.
 */
export type RestoredNote = { readonly since: number | null }

/** The fingerprint of the database's key. Written by SQLite alone. */
export type MasterKeyNote = { readonly fingerprint: string }

/** The address of the entered mail server. */
export type MailServerPlace = { readonly host: string; readonly port: number }

/** Progress of filling in the rows of an earlier release: the id of the last row; `isDone` after the last one. */
export type FillingNote = { readonly lastId: number; readonly isDone: boolean }

/** The running import of postcodes. Its beat grows while it lives. */
export type PostcodeImportNote = { readonly token: string; readonly beat: number }

/** The table of settings from a browser, outside the configuration. */
export function settingTables(c: Columns) {
  /**
   * Settings and notes, one row each: the link of the first run, the mail server, the card account and the fingerprint of the key.
   * The notes are on a restore, the clock, calendar names, filled-in rows and an import of postcodes. Written by a start,
   * `setup link`, the form of the mail server, `restore`, a clock move, a purge and `places`. PostgreSQL has a separate table for
   * the key. Deleted: the mail server on removal, the note of `restore` once the database is compared with the provider, and that
   * of the clock by `restore`. The note of an import is deleted at its end.
   */
  const serverSettings = c.table('server_settings', {
    name: c.text().primaryKey(),
    /** The readable part, such as the link's credential or the mail server's place. */
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
        | PostcodeImportNote
      >()
      .notNull(),
    /** The encrypted part, which contains a password. */
    encrypted: c.text(),
    updatedAt: c.instant().notNull(),
  })

  return { serverSettings }
}
