import { sql } from 'drizzle-orm'
import type { ClockNote } from '../../domain/clock-note.ts'
import { createDropper, createFinder } from '../rows/statements.ts'
import { prepareStatement, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type { PaymentAccountNote, PostcodeImportNote, RestoredNote, SetupLinkNote } from '../tables/settings.ts'
export type ServerSetting = Row<'serverSettings'>

export const findServerSetting = createFinder('serverSettings', 'name')

const putting = prepareStatement('put_server_setting', ({ db, t: { serverSettings } }) =>
  db
    .insert(serverSettings)
    .values({
      name: sql.placeholder('name'),
      value: sql.placeholder('value'),
      encrypted: sql.placeholder('encrypted'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .onConflictDoUpdate({
      target: serverSettings.name,
      set: { value: sql`excluded.value`, encrypted: sql`excluded.encrypted`, updatedAt: sql`excluded.updated_at` },
    }),
)

/** Sets one setting. */
export async function saveServerSetting(tx: Writer, setting: Required<NewRow<'serverSettings'>>): Promise<void> {
  await putting(tx).execute(setting)
}

/** Deletes one setting. */
export const dropServerSetting = createDropper('serverSettings', 'name')

const clockSetting = 'clock'

/** The note of the last recorded clock; null without one. */
export async function findClockNote(tx: Writer): Promise<ClockNote | null> {
  return ((await findServerSetting(tx, clockSetting))?.value ?? null) as ClockNote | null
}

/** Saves the clock at `now` (ms). */
export async function saveClockNote(tx: Writer, note: ClockNote, now: number): Promise<void> {
  await saveServerSetting(tx, { name: clockSetting, value: note, encrypted: null, updatedAt: now })
}
