import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { newKey } from '../plain/key.ts'
import { spokenInstant } from '../plain/moment.ts'
import { ownZone } from '../plain/zone.ts'
import { askOwn } from './api.ts'
import { AskingButton, Said } from './parts.tsx'
import type { DriverRecords } from './records.ts'
import { failureText } from './refused.ts'

type Feed = DriverRecords['Feed']
type MadeFeed = { readonly id: number; readonly url: string }

/** The driver's duties in the calendar of the phone, which follows them by a secret address; each address can be ended. */
export function CalendarCard() {
  const [feeds, setFeeds] = useState<readonly Feed[] | null>(null)
  const [isUnread, setUnread] = useState(false)
  const [made, setMade] = useState<MadeFeed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Idempotency key of the address being made, until the office has answered. */
  const key = useRef(newKey())
  const read = useCallback(async () => {
    const { data } = await askOwn<Feed[]>('GET', '/feeds')
    setUnread(data === null)
    if (data !== null) setFeeds(data)
  }, [])
  useEffect(() => void read(), [read])
  const make = async () => {
    if (isBusy) return
    setBusy(true)
    const heard = await askOwn<MadeFeed>('POST', '/feeds', { key: key.current })
    const { data, status } = heard
    if (status > 0 && status < 500) key.current = newKey()
    setFailure(data === null ? failureText(heard, 'No connection: no calendar was made.') : null)
    if (data !== null) setMade(data)
    await read()
    setBusy(false)
  }
  const end = async (id: number) => {
    const heard = await askOwn('DELETE', `/feeds/${id}`)
    const isOver = heard.status === 204 || heard.status === 404
    if (isOver && made?.id === id) setMade(null)
    setFailure(isOver ? null : failureText(heard, 'No connection: the address is still good.'))
    await read()
  }
  return (
    <section class="card" id="calendar">
      <h2>In your calendar</h2>
      <p>Your phone's calendar can follow your trips. Whoever has the address sees them, so keep it to yourself.</p>
      <Said text={failure} isWrong />
      {made === null ? (
        <button type="button" class="button quiet-button" disabled={isBusy} onClick={make}>
          Make an address
        </button>
      ) : (
        <>
          <a class="button main-button" href={made.url.replace(/^https?:/, 'webcal:')}>
            Open it in the calendar
          </a>
          <label>
            Or copy the address; it is shown this once
            <input readOnly value={made.url} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
        </>
      )}
      {feeds === null && isUnread && <p class="quiet">This needs network.</p>}
      <ul class="lines">
        {feeds?.map(({ id, created_at: at }) => (
          <li key={id}>
            <p>Made {spokenInstant(at, ownZone(), Date.now())}</p>
            <AskingButton
              label="End it"
              question="The address is dead at once, and calendars that follow it read no more."
              yes="End the address"
              onYes={() => end(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
