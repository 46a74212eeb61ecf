import { useEffect, useState } from 'preact/hooks'
import type { components } from '../../../../dist/clients/typescript/charabanc.d.ts'
import { dayMs } from '../../../domain/instant.ts'
import { ask } from './calls.ts'
import { useView } from './parts.tsx'

type Coach = components['schemas']['TripProgress']['coaches'][number]

const lookEveryMs = 10_000

const saidOf: Readonly<Record<string, string>> = {
  en_route: 'is on the way',
  arrived: 'is there',
  on_board: 'is on the road with the group',
}

/** A sentence on how one coach gets on; empty where nothing is known that the customer does not know. */
function lineOf({ driver_first_name: driver, vehicle_reg: plate, status, delay_minutes: late }: Coach): string {
  const done = saidOf[status ?? '']
  const delay = late === null ? '' : `${late} minutes late`
  if (done === undefined) return delay && `The coach ${plate} will be ${delay}.`
  return `${driver ?? 'The coach'} ${done} with ${plate}${delay && `, ${delay}`}.`
}

/** The lines that say on the day where the coaches are, asked for again and again while the page is in sight. */
export function OnTheRoad() {
  const { trip } = useView()
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    const look = async () => {
      const left = Date.parse(trip.departs_at) - Date.now()
      const isDay = trip.status === 'booked' && left < dayMs
      if (!isDay || document.visibilityState === 'hidden') return
      const { data } = await ask('trip/progress')
      if (data !== undefined) setLines((data as { coaches: Coach[] }).coaches.map(lineOf).filter(Boolean))
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
