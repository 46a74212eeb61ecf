import { useState } from 'preact/hooks'
import { erasureGraceMs } from '../../domain/consent.ts'
import { locationsKeptMs } from '../../domain/location.ts'
import { counted, spanInWords } from '../../domain/spoken.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { spokenDay, todayIn } from '../plain/moment.ts'
import { ownZone } from '../plain/zone.ts'
import { isSignedIn, root } from './address.ts'
import { ask, askSession, type HeardBackWith } from './api.ts'
import { change, go, useApp } from './app.ts'
import { CalendarCard } from './calendar.tsx'
import { changeConsent } from './consent.ts'
import { ConsentHistory } from './consent-history.tsx'
import { Devices } from './devices.tsx'
import { forgetDrafts, useDraft } from './drafts.ts'
import { waitingIn } from './outbox.ts'
import { AskingButton, Ring, Said } from './parts.tsx'
import type { CabDriver, DriverRecords } from './records.ts'
import { failureText } from './refused.ts'
import { forgetAll, keep } from './store.ts'
import { Switch } from './switch.tsx'
import { canBeKept } from './worker-link.ts'

const grace = spanInWords(erasureGraceMs)

type Written = { readonly text: string; readonly isWrong: boolean } | null

/** The driver's own entry: what the office holds, what can be changed, what is told of where the phone is, and leaving. */
export function MePage() {
  const { me, box } = useApp()
  const [said, setSaid] = useState<Written>(null)
  const [switched, setSwitched] = useState(0)
  const waiting = waitingIn(box).length
  const [staying, setStaying] = useDraft<DriverRecords['Erasure']['retained']>('staying', [])
  if (me === null) {
    return (
      <main class="page">
        <h1>Me</h1>
        <p class="quiet">This shows once it was read while there was network.</p>
      </main>
    )
  }
  const tell = (heard: HeardBackWith<unknown>, good: string) => {
    const isGood = heard.status >= 200 && heard.status < 300
    setSaid({ text: isGood ? good : failureText(heard, 'No connection: nothing was changed.'), isWrong: !isGood })
  }
  const take = (changed: CabDriver) => {
    change({ me: changed })
    void keep('me', changed)
  }
  const patch = async (changes: Partial<CabDriver>) => {
    const heard = await ask<CabDriver>('PATCH', '/driver/me', { body: changes })
    if (heard.data !== null) take(heard.data)
    tell(heard, 'Saved.')
    return heard.data !== null
  }
  const consent = async (isGiven: boolean) => {
    const heard = await changeConsent(isGiven)
    setSwitched((times) => times + 1)
    if (!isGiven && heard.status === 0)
      return setSaid({ text: 'Switched off. The office hears it when there is network.', isWrong: false })
    tell(heard, isGiven ? 'The office sees where you are while you drive.' : 'Switched off.')
  }
  const erase = async (isWanted: boolean) => {
    const heard = await ask<DriverRecords['Erasure']>('POST', '/driver/privacy/erasure', { body: { confirm: isWanted } })
    const { data } = heard
    if (data !== null) {
      setStaying(data.scheduled_for === null ? [] : data.retained)
      take({ ...me, erasure: data.scheduled_for === null ? null : { scheduled_for: data.scheduled_for } } as CabDriver)
    }
    tell(heard, isWanted ? `It is set for ${grace} from now.` : 'Cancelled: everything stays.')
  }
  const leave = async () => {
    const heard = await askSession('DELETE', '')
    if (heard.status !== 204 && heard.status !== 401) return tell(heard, '')
    await forgetAll()
    forgetDrafts()
    isSignedIn.clear()
    change({ me: null, upcoming: null, trips: {}, box: [], readAt: null })
    go('/sign-in', { isReplacing: true })
  }

  return (
    <main class="page">
      <h1>{me.name}</h1>
      <Said text={said?.text ?? null} isWrong={said?.isWrong ?? false} />
      <section class="card">
        <p>{me.operator.name}</p>
        <Ring name="the office" phone={me.operator.phone} />
        <dl>
          <dt>Licence</dt>
          <dd>{goodUntil(me.license_expires_at, me.compliance.license)}</dd>
          <dt>DBS check</dt>
          <dd>{goodUntil(me.dbs_expires_at, me.compliance.dbs)}</dd>
          <dt>Language</dt>
          <dd>English, the only one so far</dd>
        </dl>
      </section>
      <Emergency me={me} patch={patch} />
      <section class="card">
        <h2>Messages</h2>
        <Switch
          label="Tell me of trips by SMS"
          isOn={me.notify_by_sms}
          onSwitch={async (isOn) => void (await patch({ notify_by_sms: isOn }))}
        />
        <p class="quiet">Otherwise by e-mail, where the office has your address.</p>
      </section>
      <section class="card">
        <h2>Where you are</h2>
        <Switch label="The office may see where I am" isOn={me.consents.location_tracking} onSwitch={consent} />
        <p class="quiet">
          Only between setting off and the end of a trip. No step ever needs it. Kept for {spanInWords(locationsKeptMs)}.
        </p>
        <ConsentHistory switched={switched} />
      </section>
      {canBeKept && (
        <section class="card">
          <h2>On this phone</h2>
          <p>
            Put the app beside your others: in the browser's menu, “Add to Home screen” or “Install”. On an iPhone sign in once
            more inside it, by code.
          </p>
        </section>
      )}
      <CalendarCard />
      <Devices />
      <section class="card">
        <h2>What is held on you</h2>
        <a class="button quiet-button" href={`${root}driver/as-me/api/v1/driver/privacy/export`} download="held-on-me.json">
          Download it
        </a>
        {me.erasure === null ? (
          <AskingButton
            label="Forget me"
            question={`In ${grace} your name, numbers, documents, devices and places are erased, and trips still to drive need another driver. Checks stay for ${counted(checkKeptMonths, 'month')}; what happened on trips stays under “Former driver”. You can cancel until then.`}
            yes={`Forget me in ${grace}`}
            isDanger
            onYes={() => erase(true)}
          />
        ) : (
          <>
            <p>You are forgotten on {spokenOn(me.erasure.scheduled_for)}.</p>
            {staying.length > 0 && <Staying retained={staying} />}
            <button type="button" class="button quiet-button" onClick={() => erase(false)}>
              Cancel: stay on the roster
            </button>
          </>
        )}
      </section>
      <AskingButton
        label="Sign out"
        question={
          waiting === 0
            ? 'Sign out on this phone? What it keeps of your trips is removed.'
            : `${counted(waiting, 'thing')} ${waiting === 1 ? 'has' : 'have'} not reached the office. Signing out removes ${waiting === 1 ? 'it' : 'them'} from this phone.`
        }
        yes={waiting === 0 ? 'Sign out' : 'Sign out and lose it'}
        isDanger={waiting > 0}
        onYes={leave}
      />
    </main>
  )
}

/** A list of what is kept of a driver who is forgotten, why, and until when. */
function Staying({ retained }: { readonly retained: DriverRecords['Erasure']['retained'] }) {
  return (
    <>
      <h3 id="staying">What stays</h3>
      <ul class="lines" aria-labelledby="staying">
        {retained.map(({ category, reason, until }) => (
          <li key={category}>
            {sentenceCase(category.replaceAll('_', ' '))}
            {until === null ? '' : `, until ${spokenOn(until)}`}. <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function spokenOn(instant: string): string {
  return spokenDay(instant, todayIn(ownZone(), Date.now()))
}

const compliances: Readonly<Record<string, string>> = { expired: 'run out', expiring: 'runs out soon', missing: 'not entered' }

/** A document's last day, and how it stands where that is not well. */
function goodUntil(instant: string | null, stands: string): string {
  const words = compliances[stands] ?? (stands === 'ok' ? '' : stands)
  return [instant === null ? '' : `until ${spokenOn(instant)}`, words].filter(Boolean).join(', ')
}

function Emergency({ me, patch }: { readonly me: CabDriver; readonly patch: (changes: Partial<CabDriver>) => Promise<boolean> }) {
  const [typed, setTyped, letGo] = useDraft<Partial<Record<'name' | 'phone', string>>>('emergency', {})
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
      <h2>In an emergency</h2>
      <label>
        Whom to ring
        <input
          readOnly={isSaving}
          maxLength={120}
          value={name}
          onInput={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
        />
      </label>
      <label>
        Their number
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
