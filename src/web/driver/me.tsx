import { useState } from 'preact/hooks'
import { locationsKeptMs } from '../../domain/location.ts'
import { formatCount, formatDurationInWords } from '../../domain/spoken.ts'
import { isSignedIn } from './address.ts'
import { callDriverApi, callDriverSession } from './api.ts'
import { changeAppState, goToPage, useApp } from './app.ts'
import { CalendarCard } from './calendar.tsx'
import { changeConsent } from './consent.ts'
import { ConsentHistory } from './consent-history.tsx'
import { Devices } from './devices.tsx'
import { removeDrafts, useSavedDraft } from './drafts.ts'
import { listWaiting } from './outbox.ts'
import { formatOwnDay, type Outcome, OwnData, saveOwnRecord, type TellOutcome } from './own-data.tsx'
import { AskingButton, CallButton, WriteOutcome } from './parts.tsx'
import type { CabDriver } from './records.ts'
import { describeDriverFailure } from './refused.ts'
import { removeAllStored } from './store.ts'
import { Switch } from './switch.tsx'
import { canBeKept } from './worker-link.ts'

type Patch = (changes: Partial<CabDriver>) => Promise<boolean>

/** The driver's own record: documents, contact, messages, location consent, devices, erasure and sign-out. */
export function MePage() {
  const { me } = useApp()
  if (me !== null) return <OwnRecord me={me} />
  return (
    <main class="page">
      <h1>Me</h1>
      <p class="quiet">This page loads when this phone has a connection.</p>
    </main>
  )
}

function OwnRecord({ me }: { readonly me: CabDriver }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const tell: TellOutcome = (heard, good) => {
    const isGood = heard.status >= 200 && heard.status < 300
    setOutcome({ text: isGood ? good : describeDriverFailure(heard, 'No connection. Nothing was changed.'), isWrong: !isGood })
  }
  const patch: Patch = async (changes) => {
    const heard = await callDriverApi<CabDriver>('PATCH', '/driver/me', { body: changes })
    if (heard.data !== null) saveOwnRecord(heard.data)
    tell(heard, 'Saved.')
    return heard.data !== null
  }

  return (
    <main class="page">
      <h1>{me.name}</h1>
      <WriteOutcome text={outcome?.text ?? null} isWrong={outcome?.isWrong ?? false} />
      <section class="card">
        <p>{me.operator.name}</p>
        <CallButton name="the office" phone={me.operator.phone} />
        <dl>
          <dt>Licence</dt>
          <dd>{formatValidity(me.license_expires_at, me.compliance.license)}</dd>
          <dt>DBS check</dt>
          <dd>{formatValidity(me.dbs_expires_at, me.compliance.dbs)}</dd>
          <dt>Language</dt>
          <dd>English</dd>
        </dl>
      </section>
      <Emergency me={me} patch={patch} />
      <section class="card">
        <h2>Messages</h2>
        <Switch
          label="Job messages by SMS"
          isOn={me.notify_by_sms}
          onSwitch={async (isOn) => void (await patch({ notify_by_sms: isOn }))}
        />
        <p class="quiet">Without SMS you receive emails, if the office has your address.</p>
      </section>
      <LocationCard me={me} tell={tell} setOutcome={setOutcome} />
      {canBeKept && (
        <section class="card">
          <h2>Install the app</h2>
          <p>Choose “Add to Home screen” or “Install” in the browser menu. On an iPhone, sign in again by code.</p>
        </section>
      )}
      <CalendarCard />
      <Devices />
      <OwnData me={me} tell={tell} />
      <SignOut tell={tell} />
    </main>
  )
}

type LocationProps = {
  readonly me: CabDriver
  readonly tell: TellOutcome
  readonly setOutcome: (outcome: Outcome) => void
}

/** The location consent. Switching it off works without a connection. */
function LocationCard({ me, tell, setOutcome }: LocationProps) {
  const [switched, setSwitched] = useState(0)
  const consent = async (isGiven: boolean) => {
    const heard = await changeConsent(isGiven)
    setSwitched((times) => times + 1)
    if (!isGiven && heard.status === 0)
      return setOutcome({ text: 'Switched off. The office is notified when this phone has a connection.', isWrong: false })
    tell(heard, isGiven ? 'The office sees your location during jobs.' : 'Switched off.')
  }
  return (
    <section class="card">
      <h2>Location</h2>
      <Switch label="Share my location with the office" isOn={me.consents.location_tracking} onSwitch={consent} />
      <p class="quiet">
        Shared only during jobs, and kept for {formatDurationInWords(locationsKeptMs)}. You can report every step without it.
      </p>
      <ConsentHistory switched={switched} />
    </section>
  )
}

/** The button that signs out. It first names the reports that would be lost. */
function SignOut({ tell }: { readonly tell: TellOutcome }) {
  const waiting = listWaiting(useApp().box).length
  const leave = async () => {
    const heard = await callDriverSession('DELETE', '')
    if (heard.status !== 204 && heard.status !== 401) return tell(heard, '')
    await removeAllStored()
    removeDrafts()
    isSignedIn.clear()
    changeAppState({ me: null, upcoming: null, trips: {}, box: [], readAt: null })
    goToPage('/sign-in', { isReplacing: true })
  }
  return (
    <AskingButton
      label="Sign out"
      question={
        waiting === 0
          ? 'Sign out on this phone? The app removes your jobs from it.'
          : `${formatCount(waiting, 'report')} ${waiting === 1 ? 'has' : 'have'} not reached the office. Signing out deletes ${waiting === 1 ? 'it' : 'them'}.`
      }
      yes={waiting === 0 ? 'Sign out' : 'Sign out and delete'}
      isDanger={waiting > 0}
      onYes={leave}
    />
  )
}

const compliances: Readonly<Record<string, string>> = { expired: 'expired', expiring: 'expiring soon', missing: 'not entered' }

/** A document's expiry date, with its state if it needs attention. */
function formatValidity(instant: string | null, stands: string): string {
  const words = compliances[stands] ?? (stands === 'ok' ? '' : stands)
  return [instant === null ? '' : `until ${formatOwnDay(instant)}`, words].filter(Boolean).join(', ')
}

function Emergency({ me, patch }: { readonly me: CabDriver; readonly patch: Patch }) {
  const [typed, setTyped, letGo] = useSavedDraft<Partial<Record<'name' | 'phone', string>>>('emergency', {})
  const { name = me.emergency_contact_name ?? '', phone = me.emergency_contact_phone ?? '' } = typed
  const [isSaving, setSaving] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setSaving(true)
    const isSaved = await patch({ emergency_contact_name: name.trim() || null, emergency_contact_phone: phone.trim() || null })
    setSaving(false)
    if (!isSaved) return
    setTyped({})
    letGo()
  }
  return (
    <form class="card" onSubmit={submit}>
      <h2>Emergency contact</h2>
      <label>
        Name
        <input
          readOnly={isSaving}
          maxLength={120}
          value={name}
          onInput={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
        />
      </label>
      <label>
        Phone
        <input
          type="tel"
          readOnly={isSaving}
          maxLength={24}
          value={phone}
          onInput={({ currentTarget }) => setTyped({ ...typed, phone: currentTarget.value })}
        />
      </label>
      <button type="submit" class="button quiet-button" disabled={isSaving}>
        Save
      </button>
    </form>
  )
}
