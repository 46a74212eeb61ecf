import { useState } from 'preact/hooks'
import { callDriverApi } from './api.ts'
import { changeAppState, useApp } from './app.ts'
import { changeConsent } from './consent.ts'
import { useSavedDraft } from './drafts.ts'
import { WriteOutcome } from './parts.tsx'
import type { CabDriver } from './records.ts'
import { storeValue } from './store.ts'
import { Switch } from './switch.tsx'
import { canBeKept } from './worker-link.ts'

/** Storage key of the mark that the driver has completed this card. */
const seen = 'first-steps'

/** A card shown once after the first sign-in: installation, messages by SMS, and consent to share the location. */
export function FirstSteps() {
  const { me } = useApp()
  const [isOver, setOver] = useSavedDraft(seen, false)
  const [failure, setFailure] = useState<string | null>(null)
  if (me === null || isOver) return null
  const refuse = (status: number, message: string | null) =>
    setFailure(
      status >= 200 && status < 300
        ? null
        : status === 0
          ? 'No connection. Nothing was changed.'
          : (message ?? 'That did not work.'),
    )
  const texted = async (notify_by_sms: boolean) => {
    const { data, status, message } = await callDriverApi<CabDriver>('PATCH', '/driver/me', { body: { notify_by_sms } })
    if (data !== null) {
      changeAppState({ me: data })
      await storeValue('me', data)
    }
    refuse(status, message)
  }
  const seenOnTheRoad = async (isGiven: boolean) => {
    const { status, message } = await changeConsent(isGiven)
    // Switching off applies on this phone even without a network.
    if (isGiven || status !== 0) refuse(status, message)
  }
  return (
    <section class="card" aria-labelledby="first-steps">
      <h2 id="first-steps">Before your first job</h2>
      <WriteOutcome text={failure} isWrong />
      <p>
        {canBeKept
          ? 'Install the app: choose “Add to Home screen” or “Install” in the browser menu. On an iPhone, sign in again by code.'
          : 'Keep this page open. The app cannot be installed on this connection.'}
      </p>
      <Switch label="Job messages by SMS" isOn={me.notify_by_sms} onSwitch={texted} />
      <Switch label="Share my location with the office" isOn={me.consents.location_tracking} onSwitch={seenOnTheRoad} />
      <p class="quiet">Shared only during jobs, and only if you switch it on.</p>
      <button type="button" class="button quiet-button" onClick={() => setOver(true)}>
        Got it
      </button>
    </section>
  )
}
