import { type CallAnswerWith, callDriverApi } from './api.ts'
import { changeAppState, readAppState } from './app.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { removePoints } from './positions.ts'
import type { CabDriver, DriverRecords } from './records.ts'
import { storeValue } from './store.ts'

type OwnConsent = DriverRecords['Consent']

/** Draft name of a withdrawn consent that was not sent yet. */
const switchedOff = 'switched-off'

/** Changes the location consent. Off applies on this phone immediately, on only after the office's response. */
export async function changeConsent(isGiven: boolean): Promise<CallAnswerWith<OwnConsent>> {
  if (!isGiven) await withdrawConsent()
  else saveDraft(switchedOff, null)
  return sendConsent(isGiven)
}

/** Sends a consent that was withdrawn without a network. */
export async function sendSwitchedOff(): Promise<void> {
  if (readDraft(switchedOff) !== null) await sendConsent(false)
}

/** The driver's record, with a consent that was withdrawn here. */
export function withSwitchedOff(driver: CabDriver): CabDriver {
  return readDraft(switchedOff) === null ? driver : { ...driver, consents: { location_tracking: false } }
}

async function withdrawConsent(): Promise<void> {
  saveDraft(switchedOff, true)
  removePoints()
  await applyConsent(false)
}

async function sendConsent(isGiven: boolean): Promise<CallAnswerWith<OwnConsent>> {
  const heard = await callDriverApi<OwnConsent>('PUT', '/driver/privacy/consents', { body: { location_tracking: isGiven } })
  if (heard.data !== null) {
    saveDraft(switchedOff, null)
    await applyConsent(heard.data.location_tracking)
  }
  return heard
}

async function applyConsent(isGiven: boolean): Promise<void> {
  const { me } = readAppState()
  if (me === null) return
  const changed = { ...me, consents: { location_tracking: isGiven } }
  changeAppState({ me: changed })
  await storeValue('me', changed)
}
