import { formatDrive } from '../../plain/distance-said.ts'
import { formatWord } from '../../plain/words.ts'
import type { PortalBooking } from '../duties/crew.ts'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { FoldableSection } from '../parts/facts.tsx'

/** The Trip tab: the unmasked itinerary and the requirements. */
export function TripTab({ booking }: { readonly booking: PortalBooking }) {
  const coaches = booking.vehicles.map(({ count, type, description }) => `${count} × ${description ?? formatWord(type)}`)
  return (
    <div className="booking-trip">
      <FoldableSection title="Itinerary">
        <LegList trip={booking} isFarKnown={formatDrive(booking) !== null} />
      </FoldableSection>
      <FoldableSection title="Requirements">
        <GroupFacts trip={booking} coaches={coaches.join(', ')} />
      </FoldableSection>
    </div>
  )
}
