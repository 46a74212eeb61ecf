import { wallOf } from '../../plain/moment.ts'
import { ask } from './calls.ts'
import { Section, useView } from './parts.tsx'
import type { ShownTrip } from './shown.ts'

/** Where the form for an enquiry looks for what was typed before. */
const kept = 'charabanc-enquiry'

/** The form for an enquiry with the operator who drove this trip, with the trip in it, all but its days and who asks. */
export function BookAgain() {
  const { trip } = useView()
  const again = async () => {
    const { data } = await ask('trip/brand')
    const { operator_ref: ref } = (data ?? { operator_ref: null }) as { readonly operator_ref: string | null }
    sessionStorage.setItem(kept, JSON.stringify(typedAgain(trip)))
    location.assign(`${document.documentElement.dataset.root ?? '/'}enquire${ref === null ? '' : `/${ref}`}`)
  }
  return (
    <Section id="again" title="The same again" isShown={trip.status === 'completed'}>
      <p>The form is filled in with this trip; choose the day.</p>
      <button type="button" class="quiet" onClick={again}>
        Ask for this trip again
      </button>
    </Section>
  )
}

function typedAgain(trip: ShownTrip): (readonly [name: string, value: string])[] {
  const { pickup, dropoff, luggage, accessibility } = trip
  const time = (local: string | null) => (local === null ? '' : wallOf(local).slice(11, 16))
  const place = ({ label, address_lines: lines, locality }: ShownTrip['pickup']) =>
    [label, ...lines, locality].filter(Boolean).join(', ')
  const many = (number: number | undefined) => (number ? String(number) : '')
  const typed: (readonly [string, string])[] = [
    ['way', trip.trip_type],
    ['time', time(trip.departs_at)],
    ['from', place(pickup)],
    ['from_postcode', pickup.postcode ?? ''],
    ['to', place(dropoff)],
    ['to_postcode', dropoff.postcode ?? ''],
    ['back_time', time(trip.returns_at)],
    ['people', String(trip.passenger_count)],
    ['suitcases', many(luggage?.suitcases)],
    ['wheelchairs', many(accessibility?.wheelchair_spaces)],
    ['notes', trip.notes ?? ''],
  ]
  return typed.filter(([, value]) => value !== '')
}
