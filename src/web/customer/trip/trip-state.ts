import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Intention, newIntention } from '../../plain/key.ts'
import { ask, bearer, posting, type TripAnswer, type TripFault } from './calls.ts'
import { faultSentence } from './faults.ts'
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
  /** Those whose offers were here and are not any more. */
  readonly gone: readonly string[]
  readonly act: (call: TripCall) => Promise<boolean>
  /** Reads the trip now; null where it could not be read. */
  readonly lookNow: () => Promise<TripView | null>
  readonly sendLink: (email: string, ref: string) => Promise<void>
  readonly hush: () => void
}

const lookEveryMs = 10_000

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
  const [gone, setGone] = useState<readonly string[]>([])
  /** What must be known at once, not after the next drawing. */
  const at = useRef({ isBusy: false, shown: '', trip: null as ShownTrip | null, nth: 0 })
  const intentions = useRef(new Map<string, Intention>())

  const state = useMemo(() => {
    const read = async () => {
      const answer = await ask('trip', { headers: bearer(token) })
      // What has no code was not heard.
      const isSilent = answer.error !== undefined && answer.error.code === undefined
      setSilentSince((since) => (isSilent ? (since ?? Date.now()) : null))
      return answer
    }

    const show = (current: ShownTrip) => {
      const text = JSON.stringify(current)
      if (text === at.current.shown) return false
      const before = at.current.trip
      at.current.shown = text
      at.current.trip = current
      const left = before?.quotes.filter(({ id }) => !current.quotes.some((one) => one.id === id)) ?? []
      if (left.length > 0) setGone((known) => [...new Set([...known, ...left.map(({ operator }) => operator.name)])])
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
      if (at.current.isBusy || token === '' || document.visibilityState === 'hidden') return
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

    const act = async ({ path, body, place, done }: TripCall) => {
      if (at.current.isBusy) return false
      hold(true)
      say('One moment…', place)
      const intention = intentions.current.get(path) ?? newIntention()
      intentions.current.set(path, intention)
      const key = intention.keyFor(body)
      const heard: TripAnswer = await ask(`trip${path}`, posting(body, { ...bearer(token), 'Idempotency-Key': key }))
      if (heard.isFinal) intention.heard()
      // Not every call answers with the trip.
      const said = heard.data as Partial<ShownTrip> | undefined
      const current = said && 'quotes' in said ? said : (await read()).data
      hold(false)
      const before = at.current.shown
      if (current !== undefined) show(current as ShownTrip)
      const view = at.current.trip && viewOf(at.current.trip)
      const isLost = heard.error !== undefined && heard.error.code === undefined && at.current.shown !== before
      if (isLost) say('The answer was lost on the way. This page shows where it stands now.', place)
      else if (heard.error !== undefined) say(faultSentence(heard.error, view), place, true)
      else if (view !== null) say(done(view), place)
      return heard.error === undefined
    }

    const lookNow = async () => {
      if (at.current.isBusy) return null
      hold(true)
      const { data } = await read()
      hold(false)
      if (data === undefined) return null
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

    return { look, act, lookNow, sendLink }
  }, [token])

  useEffect(() => {
    const turn = () => setToken(location.hash.slice(1))
    addEventListener('hashchange', turn)
    return () => removeEventListener('hashchange', turn)
  }, [])

  useEffect(() => {
    Object.assign(at.current, { shown: '', trip: null })
    setTrip(null)
    setGone([])
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
  const { act, lookNow, sendLink } = state
  return { view, lost, news, silentSince, reply, isBusy, gone, act, lookNow, sendLink, hush: () => setReply(null) }
}
