import { ask, type HeardBackWith } from './api.ts'
import { appState, change } from './app.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { forgetPoints } from './positions.ts'
import type { CabDriver, DriverRecords } from './records.ts'
import { keep } from './store.ts'

type OwnConsent = DriverRecords['Consent']

/** The name under which this phone remembers that the driver has switched it off and the office has not heard it. */
const switchedOff = 'switched-off'

/** Says whether the office may see where the phone is. Off holds on this phone at once; on only once the office has heard it. */
export async function changeConsent(isGiven: boolean): Promise<HeardBackWith<OwnConsent>> {
  if (!isGiven) await switchOff()
  else keepDraft(switchedOff, null)
  return tell(isGiven)
}

/** Tells the office of what was switched off while there was no network. */
export async function tellSwitchedOff(): Promise<void> {
  if (readDraft(switchedOff) !== null) await tell(false)
}

/** The driver as the office has them, but for what they switched off meanwhile. */
export function asWished(driver: CabDriver): CabDriver {
  return readDraft(switchedOff) === null ? driver : { ...driver, consents: { location_tracking: false } }
}

async function switchOff(): Promise<void> {
  keepDraft(switchedOff, true)
  forgetPoints()
  await show(false)
}

async function tell(isGiven: boolean): Promise<HeardBackWith<OwnConsent>> {
  const heard = await ask<OwnConsent>('PUT', '/driver/privacy/consents', { body: { location_tracking: isGiven } })
  if (heard.data !== null) {
    keepDraft(switchedOff, null)
    await show(heard.data.location_tracking)
  }
  return heard
}

async function show(isGiven: boolean): Promise<void> {
  const { me } = appState()
  if (me === null) return
  const changed = { ...me, consents: { location_tracking: isGiven } }
  change({ me: changed })
  await keep('me', changed)
}
