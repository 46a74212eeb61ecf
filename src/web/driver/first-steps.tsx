import { useState } from 'preact/hooks'
import { ask } from './api.ts'
import { change, useApp } from './app.ts'
import { changeConsent } from './consent.ts'
import { useDraft } from './drafts.ts'
import { Said } from './parts.tsx'
import type { CabDriver } from './records.ts'
import { keep } from './store.ts'
import { Switch } from './switch.tsx'
import { canBeKept } from './worker-link.ts'

/** The name under which this phone remembers that its driver has been through it. */
const seen = 'first-steps'

/**
 * A card for somebody new, shown once after signing in. It tells how the app stays on the phone, what is told by SMS,
 * and that no one sees where they are unless they allow it.
 */
export function FirstSteps() {
  const { me } = useApp()
  const [isOver, setOver] = useDraft(seen, false)
  const [failure, setFailure] = useState<string | null>(null)
  if (me === null || isOver) return null
  const refuse = (status: number, message: string | null) =>
    setFailure(
      status >= 200 && status < 300
        ? null
        : status === 0
          ? 'No connection: nothing was changed.'
          : (message ?? 'That did not work.'),
    )
  const texted = async (notify_by_sms: boolean) => {
    const { data, status, message } = await ask<CabDriver>('PATCH', '/driver/me', { body: { notify_by_sms } })
    if (data !== null) {
      change({ me: data })
      await keep('me', data)
    }
    refuse(status, message)
  }
  const seenOnTheRoad = async (isGiven: boolean) => {
    const { status, message } = await changeConsent(isGiven)
    // Off holds on this phone at once.
    if (isGiven || status !== 0) refuse(status, message)
  }
  return (
    <section class="card" aria-labelledby="first-steps">
      <h2 id="first-steps">Before the first trip</h2>
      <Said text={failure} isWrong />
      <p>
        {canBeKept
          ? 'Put the app beside your others: in the browser’s menu, “Add to Home screen” or “Install”. On an iPhone sign in once more inside it, by code.'
          : 'Keep this page open: on this network the app cannot be kept on the phone.'}
      </p>
      <Switch label="Tell me of trips by SMS" isOn={me.notify_by_sms} onSwitch={texted} />
      <Switch label="The office may see where I am" isOn={me.consents.location_tracking} onSwitch={seenOnTheRoad} />
      <p class="quiet">Only between setting off and the end of a trip, and only if you switch it on. No step ever needs it.</p>
      <button type="button" class="button quiet-button" onClick={() => setOver(true)}>
        All right
      </button>
    </section>
  )
}
