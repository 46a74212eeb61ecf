import { erasureGraceMs } from '../../domain/consent.ts'
import { formatCount, formatDurationInWords } from '../../domain/spoken.ts'
import { checkKeptMonths } from '../../domain/vehicle-check.ts'
import { findToday, formatDay } from '../plain/moment.ts'
import { findOwnZone } from '../plain/zone.ts'
import { root } from './address.ts'
import { type CallAnswerWith, callDriverApi } from './api.ts'
import { changeAppState } from './app.ts'
import { useSavedDraft } from './drafts.ts'
import { AskingButton } from './parts.tsx'
import type { CabDriver, DriverRecords } from './records.ts'
import { storeValue } from './store.ts'

const grace = formatDurationInWords(erasureGraceMs)

/** The sentence for the result of a change to the driver's record. */
export type Outcome = { readonly text: string; readonly isWrong: boolean }

/** Shows the result of a call: the given sentence after a success, else the reason. */
export type TellOutcome = (heard: CallAnswerWith<unknown>, good: string) => void

/** Shows a changed record on all pages, and stores it on this phone. */
export function saveOwnRecord(changed: CabDriver): void {
  changeAppState({ me: changed })
  void storeValue('me', changed)
}

/** The driver's data at the office: its download and its erasure. */
export function OwnData({ me, tell }: { readonly me: CabDriver; readonly tell: TellOutcome }) {
  const [staying, setStaying] = useSavedDraft<DriverRecords['Erasure']['retained']>('staying', [])
  const erase = async (isWanted: boolean) => {
    const heard = await callDriverApi<DriverRecords['Erasure']>('POST', '/driver/privacy/erasure', {
      body: { confirm: isWanted },
    })
    const { data } = heard
    if (data !== null) {
      setStaying(data.scheduled_for === null ? [] : data.retained)
      saveOwnRecord({ ...me, erasure: data.scheduled_for === null ? null : { scheduled_for: data.scheduled_for } } as CabDriver)
    }
    tell(heard, isWanted ? `Your data will be erased in ${grace}.` : 'Cancelled. Your data stays.')
  }
  return (
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

/** A day in this phone's time zone. */
export function formatOwnDay(instant: string): string {
  return formatDay(instant, findToday(findOwnZone(), Date.now()))
}
