import { type CalendarNames, createCalendarNames } from '../../domain/calendar-names.ts'
import { lockIdempotencyKey } from '../../storage/locks.ts'
import { findLastCalendarIds } from '../../storage/queries/feeds.ts'
import { findServerSetting, saveServerSetting } from '../../storage/queries/server-settings.ts'
import type { Reader, Writer } from '../../storage/storage.ts'

const namesSetting = 'calendar_names'

/** Stores how the calendar events of a database are named, unless an earlier start or another node has stored it. */
export async function noteCalendarNames(tx: Writer, baseUrl: string, now: number): Promise<void> {
  await lockIdempotencyKey(tx, 'server', namesSetting)
  if ((await findServerSetting(tx, namesSetting)) !== null) return
  const names = createCalendarNames(crypto.randomUUID(), readHostname(baseUrl), await findLastCalendarIds(tx))
  await saveServerSetting(tx, { name: namesSetting, value: names, encrypted: null, updatedAt: now })
}

/** Reads how calendar events are named. Before the first start of a server the names use the host of the base URL. */
export async function readCalendarNames(db: Reader, baseUrl: string): Promise<CalendarNames> {
  const noted = await findServerSetting(db, namesSetting)
  return noted === null ? { installation: readHostname(baseUrl), earlier: null } : (noted.value as CalendarNames)
}

function readHostname(baseUrl: string): string {
  return new URL(baseUrl).hostname
}
