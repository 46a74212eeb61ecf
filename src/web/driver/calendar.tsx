import { useCallback, useEffect, useState } from 'preact/hooks'
import { spokenInstant } from '../plain/moment.ts'
import { ownZone } from '../plain/zone.ts'
import { askOwn } from './api.ts'
import { AskingButton, Said } from './parts.tsx'
import type { DriverRecords } from './records.ts'

type Feed = DriverRecords['Feed']
type MadeFeed = { readonly id: number; readonly url: string }

/** The driver's duties in the calendar of the phone, which follows them by a secret address; each address can be ended. */
export function CalendarCard() {
  const [feeds, setFeeds] = useState<readonly Feed[] | null>(null)
  const [made, setMade] = useState<MadeFeed | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(async () => {
    const { data } = await askOwn<Feed[]>('GET', '/feeds')
    if (data !== null) setFeeds(data)
  }, [])
  useEffect(() => void read(), [read])
  const make = async () => {
    const { data, status, message } = await askOwn<MadeFeed>('POST', '/feeds')
    setFailure(data === null ? (status === 0 ? 'No connection: no calendar was made.' : message) : null)
    if (data !== null) setMade(data)
    await read()
  }
  const end = async (id: number) => {
    await askOwn('DELETE', `/feeds/${id}`)
    if (made?.id === id) setMade(null)
    await read()
  }
  return (
    <section class="card" id="calendar">
      <h2>In your calendar</h2>
      <p>Your phone's calendar can follow your trips. Whoever has the address sees them, so keep it to yourself.</p>
      <Said text={failure} isWrong />
      {made === null ? (
        <button type="button" class="button quiet-button" onClick={make}>
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
      {feeds === null && <p class="quiet">This needs network.</p>}
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
