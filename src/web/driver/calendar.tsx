import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { createKey } from '../plain/key.ts'
import { formatInstant } from '../plain/moment.ts'
import { findOwnZone } from '../plain/zone.ts'
import { callOwnApi } from './api.ts'
import { AskingButton, WriteOutcome } from './parts.tsx'
import type { DriverRecords } from './records.ts'
import { describeDriverFailure } from './refused.ts'

type Feed = DriverRecords['Feed']
type MadeFeed = { readonly id: number; readonly url: string }

/** The driver's secret calendar addresses for a phone, each with a button that deletes it. */
export function CalendarCard() {
  const [feeds, setFeeds] = useState<readonly Feed[] | null>(null)
  const [isUnread, setUnread] = useState(false)
  const [made, setMade] = useState<MadeFeed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  /** Idempotency key of the new address, until a response. */
  const key = useRef(createKey())
  const read = useCallback(async () => {
    const { data } = await callOwnApi<Feed[]>('GET', '/feeds')
    setUnread(data === null)
    if (data !== null) setFeeds(data)
  }, [])
  useEffect(() => void read(), [read])
  const make = async () => {
    if (isBusy) return
    setBusy(true)
    const heard = await callOwnApi<MadeFeed>('POST', '/feeds', { key: key.current })
    const { data, status } = heard
    if (status > 0 && status < 500) key.current = createKey()
    setFailure(data === null ? describeDriverFailure(heard, 'No connection. No address was created.') : null)
    if (data !== null) setMade(data)
    await read()
    setBusy(false)
  }
  const end = async (id: number) => {
    const heard = await callOwnApi('DELETE', `/feeds/${id}`)
    const isOver = heard.status === 204 || heard.status === 404
    if (isOver && made?.id === id) setMade(null)
    setFailure(isOver ? null : describeDriverFailure(heard, 'No connection. The address still works.'))
    await read()
  }
  return (
    <section class="card" id="calendar">
      <h2>Calendar</h2>
      <p>Your phone's calendar can show your jobs. Keep the address private.</p>
      <WriteOutcome text={failure} isWrong />
      {made === null ? (
        <button type="button" class="button quiet-button" disabled={isBusy} onClick={make}>
          Create address
        </button>
      ) : (
        <>
          <a class="button main-button" href={made.url.replace(/^https?:/, 'webcal:')}>
            Open in calendar
          </a>
          <label>
            Or copy the address. We show it once.
            <input readOnly value={made.url} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
        </>
      )}
      {feeds === null && isUnread && <p class="quiet">This needs a connection.</p>}
      <ul class="lines">
        {feeds?.map(({ id, created_at: at }) => (
          <li key={id}>
            <p>Created {formatInstant(at, findOwnZone(), Date.now())}</p>
            <AskingButton
              label="Delete"
              question="The address stops working immediately. Calendars get no more updates."
              yes="Delete address"
              onYes={() => end(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
