import { distanceSaid } from '../../plain/distance-said.ts'
import { spokenWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { Section } from '../parts/facts.tsx'

/** The way in whole, unmasked, and what the group needs. */
export function TripTab({ booking }: { readonly booking: PortalBooking }) {
  const coaches = booking.vehicles.map(({ count, type, description }) => `${count} × ${description ?? spokenWord(type)}`)
  return (
    <div className="booking-trip">
      <Section title="The way">
        <LegList legs={booking.legs} isFarKnown={distanceSaid(booking) !== null} />
      </Section>
      <Section title="The group">
        <GroupFacts trip={booking} coaches={coaches.join(', ')} />
      </Section>
    </div>
  )
}
