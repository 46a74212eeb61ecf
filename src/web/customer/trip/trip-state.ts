import { useEffect, useState } from 'preact/hooks'
import { readOpening } from './left-payment.ts'
import { LiveTrip } from './live-trip.ts'
import type { TripPageState } from './page-state.ts'
import { findSavedToken } from './tab-memory.ts'

/** Opens the trip of the page's address. After a payment page it restores the token in the address. */
function openLiveTrip(): LiveTrip {
  const opened = readOpening(location, findSavedToken)
  if (opened.backRef !== null && opened.token !== '') history.replaceState(null, '', `${location.pathname}#${opened.token}`)
  return new LiveTrip(opened)
}

/** Reads the trip of the link, and renders its component for each new state. Another token in the address opens another trip. */
export function useTrip(): TripPageState {
  const [live, setLive] = useState(openLiveTrip)
  const [, redraw] = useState({})
  useEffect(() => live.start(() => redraw({})), [live])
  useEffect(() => {
    const turn = () => setLive(new LiveTrip({ token: location.hash.slice(1), backRef: null }))
    addEventListener('hashchange', turn)
    return () => removeEventListener('hashchange', turn)
  }, [])
  return live.buildPageState()
}
