import { updateClockNote } from '../../domain/clock-note.ts'
import { findClockNote, saveClockNote } from '../../storage/queries/server-settings.ts'
import type { Writer } from '../../storage/storage.ts'

/** Saves the clock at `now` (ms), and returns whether it is known to have been fast before. */
export async function noteClock(tx: Writer, now: number): Promise<boolean> {
  const noted = await findClockNote(tx)
  const { note, ranAhead } = updateClockNote(noted, now)
  if (note !== null && note !== noted) await saveClockNote(tx, note, now)
  return ranAhead
}
