import { seeClock } from '../../domain/clock-note.ts'
import { findClockNote, putClockNote } from '../../storage/queries/server-settings.ts'
import type { Writer } from '../../storage/storage.ts'

/** Writes down how the clock is seen at `now` (ms), and says whether it is known to have run ahead before. */
export async function noteClock(tx: Writer, now: number): Promise<boolean> {
  const noted = await findClockNote(tx)
  const { note, ranAhead } = seeClock(noted, now)
  if (note !== null && note !== noted) await putClockNote(tx, note, now)
  return ranAhead
}
