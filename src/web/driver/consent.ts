import { ask, type HeardBackWith } from './api.ts'
import { appState, change } from './app.ts'
import type { DriverRecords } from './records.ts'
import { keep } from './store.ts'

type OwnConsent = DriverRecords['Consent']

/** Says whether the office may see where the phone is; nothing changes where that was not heard. */
export async function changeConsent(isGiven: boolean): Promise<HeardBackWith<OwnConsent>> {
  const heard = await ask<OwnConsent>('PUT', '/driver/privacy/consents', { body: { location_tracking: isGiven } })
  const { me } = appState()
  if (heard.data !== null && me !== null) {
    const changed = { ...me, consents: { location_tracking: heard.data.location_tracking } }
    change({ me: changed })
    await keep('me', changed)
  }
  return heard
}
