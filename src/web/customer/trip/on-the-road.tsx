import { useEffect, useState } from 'preact/hooks'
import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { dayMs } from '../../../domain/instant.ts'
import { callTripApi } from './calls.ts'
import { useView } from './parts.tsx'

type Coach = components['schemas']['TripProgress']['coaches'][number]

const lookEveryMs = 10_000

const progressWords: Readonly<Record<string, string>> = {
  en_route: 'is on the way',
  arrived: 'has arrived',
  on_board: 'has all passengers on board',
}

/** A sentence on the progress of one coach; empty without news. */
function describeCoachProgress({ driver_first_name: driver, vehicle_reg: plate, status, delay_minutes: late }: Coach): string {
  const done = progressWords[status ?? '']
  const delay = late === null ? '' : `${late} minutes late`
  if (done === undefined) return delay && `Coach ${plate} will be ${delay}.`
  const moves = driver === null ? `Coach ${plate} ${done}` : `${driver} ${done} in ${plate}`
  return `${moves}${delay && `, ${delay}`}.`
}

/** The progress of the coaches on the day of the trip, refreshed while the page is visible. */
export function CoachProgressNews() {
  const { trip } = useView()
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    const look = async () => {
      const left = Date.parse(trip.departs_at) - Date.now()
      const isDay = trip.status === 'booked' && left < dayMs
      if (!isDay || document.visibilityState === 'hidden') return
      const { data } = await callTripApi('trip/progress')
      if (data !== undefined) setLines((data as { coaches: Coach[] }).coaches.map(describeCoachProgress).filter(Boolean))
    }
    void look()
    const watch = setInterval(look, lookEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(watch)
      document.removeEventListener('visibilitychange', look)
    }
  }, [trip.status, trip.departs_at])
  return (
    <div id="road" role="status">
      {trip.status === 'booked' &&
        lines.map((line) => (
          <p key={line} class="note">
            {line}
          </p>
        ))}
    </div>
  )
}
