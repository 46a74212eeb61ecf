import { sql } from 'drizzle-orm'
import type { ClockNote } from '../../domain/clock-note.ts'
import { dropper, finder } from '../rows/statements.ts'
import { prepared, type Writer } from '../storage.ts'
import type { NewRow, Row } from '../tables.ts'

export type { PaymentAccountNote, RestoredNote, SetupLinkNote } from '../tables/settings.ts'
export type ServerSetting = Row<'serverSettings'>

export const findServerSetting = finder('serverSettings', 'name')

const putting = prepared('put_server_setting', ({ db, t: { serverSettings } }) =>
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

/** Sets one setting, whatever it was before. */
export async function putServerSetting(tx: Writer, setting: Required<NewRow<'serverSettings'>>): Promise<void> {
  await putting(tx).execute(setting)
}

/** Forgets one setting. */
export const dropServerSetting = dropper('serverSettings', 'name')

const clockSetting = 'clock'

/** The note of how the clock was last seen; null where it never was. */
export async function findClockNote(tx: Writer): Promise<ClockNote | null> {
  return ((await findServerSetting(tx, clockSetting))?.value ?? null) as ClockNote | null
}

/** Writes down how the clock was seen at `now` (ms). */
export async function putClockNote(tx: Writer, note: ClockNote, now: number): Promise<void> {
  await putServerSetting(tx, { name: clockSetting, value: note, encrypted: null, updatedAt: now })
}
