import { useState } from 'preact/hooks'
import { erasureGraceMs } from '../../domain/consent.ts'
import { locationsKeptMs } from '../../domain/location.ts'
import { formatCount, formatDurationInWords } from '../../domain/spoken.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { findToday, formatDay } from '../plain/moment.ts'
import { findOwnZone } from '../plain/zone.ts'
import { isSignedIn, root } from './address.ts'
import { type CallAnswerWith, callDriverApi, callDriverSession } from './api.ts'
import { changeAppState, goToPage, useApp } from './app.ts'
import { CalendarCard } from './calendar.tsx'
import { changeConsent } from './consent.ts'
import { ConsentHistory } from './consent-history.tsx'
import { Devices } from './devices.tsx'
import { removeDrafts, useSavedDraft } from './drafts.ts'
import { listWaiting } from './outbox.ts'
import { AskingButton, CallButton, WriteOutcome } from './parts.tsx'
import type { CabDriver, DriverRecords } from './records.ts'
import { describeDriverFailure } from './refused.ts'
import { removeAllStored, storeValue } from './store.ts'
import { Switch } from './switch.tsx'
import { canBeKept } from './worker-link.ts'

const grace = formatDurationInWords(erasureGraceMs)

type Written = { readonly text: string; readonly isWrong: boolean } | null

/** The driver's own record: documents, contact, messages, location consent, devices, erasure and sign-out. */
export function MePage() {
  const { me, box } = useApp()
  const [said, setSaid] = useState<Written>(null)
  const [switched, setSwitched] = useState(0)
  const waiting = listWaiting(box).length
  const [staying, setStaying] = useSavedDraft<DriverRecords['Erasure']['retained']>('staying', [])
  if (me === null) {
    return (
      <main class="page">
        <h1>Me</h1>
        <p class="quiet">This page loads when this phone has a connection.</p>
      </main>
    )
  }
  const tell = (heard: CallAnswerWith<unknown>, good: string) => {
    const isGood = heard.status >= 200 && heard.status < 300
    setSaid({ text: isGood ? good : describeDriverFailure(heard, 'No connection. Nothing was changed.'), isWrong: !isGood })
  }
  const take = (changed: CabDriver) => {
    changeAppState({ me: changed })
    void storeValue('me', changed)
  }
  const patch = async (changes: Partial<CabDriver>) => {
    const heard = await callDriverApi<CabDriver>('PATCH', '/driver/me', { body: changes })
    if (heard.data !== null) take(heard.data)
    tell(heard, 'Saved.')
    return heard.data !== null
  }
  const consent = async (isGiven: boolean) => {
    const heard = await changeConsent(isGiven)
    setSwitched((times) => times + 1)
    if (!isGiven && heard.status === 0)
      return setSaid({ text: 'Switched off. The office is notified when this phone has a connection.', isWrong: false })
    tell(heard, isGiven ? 'The office sees your location during jobs.' : 'Switched off.')
  }
  const erase = async (isWanted: boolean) => {
    const heard = await callDriverApi<DriverRecords['Erasure']>('POST', '/driver/privacy/erasure', {
      body: { confirm: isWanted },
    })
    const { data } = heard
    if (data !== null) {
      setStaying(data.scheduled_for === null ? [] : data.retained)
      take({ ...me, erasure: data.scheduled_for === null ? null : { scheduled_for: data.scheduled_for } } as CabDriver)
    }
    tell(heard, isWanted ? `Your data will be erased in ${grace}.` : 'Cancelled. Your data stays.')
  }
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
    <main class="page">
      <h1>{me.name}</h1>
      <WriteOutcome text={said?.text ?? null} isWrong={said?.isWrong ?? false} />
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
      <section class="card">
        <h2>Location</h2>
        <Switch label="Share my location with the office" isOn={me.consents.location_tracking} onSwitch={consent} />
        <p class="quiet">
          Shared only during jobs, and kept for {formatDurationInWords(locationsKeptMs)}. You can report every step without it.
        </p>
        <ConsentHistory switched={switched} />
      </section>
      {canBeKept && (
        <section class="card">
          <h2>Install the app</h2>
          <p>Choose “Add to Home screen” or “Install” in the browser menu. On an iPhone, sign in again by code.</p>
        </section>
      )}
      <CalendarCard />
      <Devices />
      <section class="card">
        <h2>Your data</h2>
        <a class="button quiet-button" href={`${root}driver/as-me/api/v1/driver/privacy/export`} download="held-on-me.json">
          Download my data
        </a>
        {me.erasure === null ? (
          <AskingButton
            label="Erase my data"
            question={`In ${grace} we erase your name, numbers, documents, devices and locations. Your open jobs need another driver. Checks stay for ${formatCount(checkKeptMonths, 'month')}, and job reports stay under “Former driver”. You can cancel until then.`}
            yes={`Erase in ${grace}`}
            isDanger
            onYes={() => erase(true)}
          />
        ) : (
          <>
            <p>Your data will be erased on {formatOwnDay(me.erasure.scheduled_for)}.</p>
            {staying.length > 0 && <Staying retained={staying} />}
            <button type="button" class="button quiet-button" onClick={() => erase(false)}>
              Cancel erasure
            </button>
          </>
        )}
      </section>
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
    </main>
  )
}

/** The data that remains after an erasure, with reason and end. */
function Staying({ retained }: { readonly retained: DriverRecords['Erasure']['retained'] }) {
  return (
    <>
      <h3 id="staying">Data that stays</h3>
      <ul class="lines" aria-labelledby="staying">
        {retained.map(({ category, reason, until }) => (
          <li key={category}>
            {capitalizeSentence(category.replaceAll('_', ' '))}
            {until === null ? '' : `, until ${formatOwnDay(until)}`}. <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function capitalizeSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function formatOwnDay(instant: string): string {
  return formatDay(instant, findToday(findOwnZone(), Date.now()))
}

const compliances: Readonly<Record<string, string>> = { expired: 'expired', expiring: 'expiring soon', missing: 'not entered' }

/** A document's expiry date, with its state if it needs attention. */
function formatValidity(instant: string | null, stands: string): string {
  const words = compliances[stands] ?? (stands === 'ok' ? '' : stands)
  return [instant === null ? '' : `until ${formatOwnDay(instant)}`, words].filter(Boolean).join(', ')
}

function Emergency({ me, patch }: { readonly me: CabDriver; readonly patch: (changes: Partial<CabDriver>) => Promise<boolean> }) {
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
