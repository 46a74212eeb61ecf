import { change } from './app.ts'
import { forgetDrafts } from './drafts.ts'
import { waitingIn } from './outbox.ts'
import { forgetPoints } from './positions.ts'
import type { CabDriver } from './records.ts'
import { changeEntry, keep, readKept, readOutbox } from './store.ts'

/** Under which it is kept that somebody signs in of whom is not known yet who they are. */
const unsure = 'unsure'

/** Somebody signs in: nothing is sent before it is known who they are. Kept, so that it holds for every tab and after a reload. */
export function doubtDriver(): Promise<void> {
  return keep(unsure, true)
}

/** Whether it is known in whose name the outbox would be sent. */
export async function isDriverSure(): Promise<boolean> {
  return (await readKept<boolean>(unsure)) !== true
}

/** The office says who is signed in. What another driver left in the outbox is never sent in their name. */
export async function confirmDriver(driver: CabDriver): Promise<void> {
  if (await isDriverSure()) return
  const before = await readKept<CabDriver>('me')
  if (before !== null && before.id !== driver.id) {
    for (const { id } of waitingIn(await readOutbox())) {
      await changeEntry(id, { refusal: `Saved while ${before.name} was signed in, and not sent.` })
    }
    await Promise.all([keep('upcoming', null), keep('trips', null)])
    forgetDrafts()
    forgetPoints()
    change({ upcoming: null, trips: {}, box: await readOutbox() })
  }
  await keep('me', driver)
  await keep(unsure, null)
  change({ me: driver })
}
