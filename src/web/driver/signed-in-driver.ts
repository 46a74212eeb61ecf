import { changeAppState } from './app.ts'
import { removeDrafts } from './drafts.ts'
import { listWaiting } from './outbox.ts'
import { removePoints } from './positions.ts'
import type { CabDriver } from './records.ts'
import { changeEntry, readOutbox, readStored, storeValue } from './store.ts'

/** Storage key of a sign-in without a known driver. */
const unsure = 'unsure'

/**
 * Marks the driver as unknown during a sign-in, so that nothing is sent meanwhile. The mark is stored for every tab and reload.
 */
export function markDriverUnknown(): Promise<void> {
  return storeValue(unsure, true)
}

/** Whether the sender of the outbox is known. */
export async function isDriverConfirmed(): Promise<boolean> {
  return (await readStored<boolean>(unsure)) !== true
}

/** Saves the signed-in driver from the office's response. Another driver's entries in the outbox are never sent in their name. */
export async function confirmDriver(driver: CabDriver): Promise<void> {
  if (await isDriverConfirmed()) return
  const before = await readStored<CabDriver>('me')
  if (before !== null && before.id !== driver.id) {
    for (const { id } of listWaiting(await readOutbox())) {
      await changeEntry(id, { refusal: `Saved while ${before.name} was signed in, and not sent.` })
    }
    await Promise.all([storeValue('upcoming', null), storeValue('trips', null)])
    removeDrafts()
    removePoints()
    changeAppState({ upcoming: null, trips: {}, box: await readOutbox() })
  }
  await storeValue('me', driver)
  await storeValue(unsure, null)
  changeAppState({ me: driver })
}
