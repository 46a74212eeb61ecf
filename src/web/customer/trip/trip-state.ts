import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ask, bearer, posting, type TripAnswer, type TripFault } from './calls.ts'
import { faultSentence } from './faults.ts'
import { noIntentions } from './intentions.ts'
import { standing } from './sentences.ts'
import type { ShownTrip, TripView } from './shown.ts'

/** What came of a press, and where it was pressed. */
type ReplyLine = { readonly text: string; readonly place: string; readonly isGrave: boolean; readonly nth: number }

/** What a button does: the call, and the sentence for what came of it. */
type TripCall = {
  readonly path: string
  readonly body: object
  readonly place: string
  readonly done: (view: TripView) => string
  /** Takes what is wrong with each field to where it was typed; false where that is not in sight. */
  readonly onFields?: (fields: Readonly<Record<string, readonly string[]>>) => boolean
}

/** The page's whole state, and what can be done with it. */
export type TripPageState = {
  readonly view: TripView | null
  /** Null where the link is good; else why there is no trip to show. */
  readonly lost: string | null
  readonly news: string
  /** Since when (ms) nothing was heard; null while the trip is read. */
  readonly silentSince: number | null
  readonly reply: ReplyLine | null
  readonly isBusy: boolean
  readonly act: (call: TripCall) => Promise<boolean>
  readonly say: (text: string, place: string, isGrave?: boolean) => void
  /** Reads the trip now, before a promise is kept; null where it cannot, which is said with these words, or is busy. */
  readonly lookNow: (place: string, unread: string) => Promise<TripView | null>
  readonly sendLink: (email: string, ref: string) => Promise<void>
  readonly hush: () => void
}

const lookEveryMs = 10_000
const minuteMs = 60_000

const noLink = 'Open this page with the link from your mail, or have a new one sent.'
const badLink = 'This link is not valid, or no longer. Open it again from the mail, or have a new one sent.'

const isTransfer = document.documentElement.dataset.payments === 'manual'

function viewOf(trip: ShownTrip): TripView {
  return { trip, isTransfer, now: Date.now() }
}

/** Reads the trip that the link is for, again and again while the page is in sight, and does what is pressed. */
export function useTrip(): TripPageState {
  const [token, setToken] = useState(() => location.hash.slice(1))
  const [trip, setTrip] = useState<ShownTrip | null>(null)
  const [lost, setLost] = useState<string | null>(null)
  const [news, setNews] = useState('')
  const [silentSince, setSilentSince] = useState<number | null>(null)
  const [reply, setReply] = useState<ReplyLine | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [, setMinute] = useState(0)
  /** What must be known at once, not after the next drawing. */
  const at = useRef({ isBusy: false, shown: '', trip: null as ShownTrip | null, nth: 0 })

  const state = useMemo(() => {
    const intentions = noIntentions()

    const read = async () => {
      const answer = await ask('trip', { headers: bearer(token) })
      // A server that fails is as good as none; only one that refuses has answered.
      const isSilent = answer.data === undefined && ![401, 403, 404].includes(answer.status)
      setSilentSince((since) => (isSilent ? (since ?? Date.now()) : null))
      return answer
    }

    const show = (current: ShownTrip) => {
      const text = JSON.stringify(current)
      if (text === at.current.shown) return false
      const before = at.current.trip
      intentions.moved()
      at.current.shown = text
      at.current.trip = current
      setTrip(current)
      setLost(null)
      setNews('')
      document.title = `${current.summary} (${current.ref})`
      return before !== null
    }

    const say = (text: string, place: string, isGrave = false) => {
      at.current.nth += 1
      setReply({ text, place, isGrave, nth: at.current.nth })
    }

    const hold = (isOn: boolean) => {
      at.current.isBusy = isOn
      setBusy(isOn)
    }

    const look = async () => {
      if (document.visibilityState === 'hidden') return
      // Draws anew what depends on the time, though the trip is as it was.
      setMinute(Math.floor(Date.now() / minuteMs))
      if (at.current.isBusy || token === '') return
      const nth = at.current.nth
      const { data, error } = await read()
      // What was pressed meanwhile knows better.
      if (at.current.isBusy || nth !== at.current.nth) return
      if (data !== undefined) {
        if (!show(data as ShownTrip)) return
        setReply(null)
        setNews(`This page has changed. Where it stands now: ${standing(viewOf(data as ShownTrip))}.`)
      } else refuse(error)
    }

    const refuse = (error: TripFault | undefined) => {
      if (error?.code === 'unauthenticated' || error?.code === 'wrong_credential') {
        setTrip(null)
        setLost(badLink)
      } else if (at.current.trip === null) setNews(error?.message ?? '')
    }

    const act = async ({ path, body, place, done, onFields }: TripCall) => {
      if (at.current.isBusy) return false
      hold(true)
      say('One moment…', place)
      const key = intentions.keyFor(path, body)
      const heard: TripAnswer = await ask(`trip${path}`, posting(body, { ...bearer(token), 'Idempotency-Key': key }))
      const isUnheard = heard.status === 0
      if (heard.isFinal) intentions.heard(path, heard.error === undefined)
      else if (isUnheard) intentions.lost(path)
      // Not every call answers with the trip.
      const said = heard.data as Partial<ShownTrip> | undefined
      const current = said && 'quotes' in said ? said : (await read()).data
      hold(false)
      const before = at.current.shown
      if (current !== undefined) show(current as ShownTrip)
      const view = at.current.trip && viewOf(at.current.trip)
      const isLost = isUnheard && at.current.shown !== before
      const fields = heard.error?.fields
      if (fields !== undefined && onFields?.(fields)) setReply(null)
      else if (isLost) say('The answer was lost on the way. This page shows where it stands now.', place)
      else if (heard.error !== undefined) say(faultSentence(heard.error, view), place, true)
      else if (view !== null) say(done(view), place)
      return heard.error === undefined
    }

    const lookNow = async (place: string, unread: string) => {
      if (at.current.isBusy) return null
      hold(true)
      const { data } = await read()
      hold(false)
      if (data === undefined) {
        say(unread, place, true)
        return null
      }
      // A look that was on its way knows less.
      at.current.nth += 1
      show(data as ShownTrip)
      return viewOf(data as ShownTrip)
    }

    const sendLink = async (email: string, ref: string) => {
      if (at.current.isBusy) return
      hold(true)
      say('One moment…', 'lost')
      const { message, error } = await ask('link', posting({ email: email.trim(), ref: ref.trim().toUpperCase() }))
      hold(false)
      say(error === undefined ? (message ?? '') : faultSentence(error, null), 'lost', error !== undefined)
    }

    return { look, act, say, lookNow, sendLink }
  }, [token])

  useEffect(() => {
    const turn = () => setToken(location.hash.slice(1))
    addEventListener('hashchange', turn)
    return () => removeEventListener('hashchange', turn)
  }, [])

  useEffect(() => {
    Object.assign(at.current, { shown: '', trip: null })
    setTrip(null)
    setReply(null)
    setNews(token === '' ? noLink : '')
    setLost(token === '' ? noLink : null)
    state.look()
    const every = setInterval(state.look, lookEveryMs)
    document.addEventListener('visibilitychange', state.look)
    return () => {
      clearInterval(every)
      document.removeEventListener('visibilitychange', state.look)
    }
  }, [state, token])

  const view = trip && viewOf(trip)
  const { act, say, lookNow, sendLink } = state
  return { view, lost, news, silentSince, reply, isBusy, act, say, lookNow, sendLink, hush: () => setReply(null) }
}
