import { spokenWord } from '../../plain/words.ts'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { vehiclesAsked } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { OwnTripPart, useOwnTrip } from './own-trip.tsx'

/** What somebody wants: the itinerary, the people, and everything they need. */
export function AboutJob({ job }: { readonly job: InboxJob }) {
  const own = useOwnTrip(job.ref)
  return (
    <section className="job-about" aria-label="What they want">
      <LegList legs={job.legs} />
      <GroupFacts
        trip={job}
        coaches={vehiclesAsked(job)}
        first={[['What for', `${spokenWord(job.purpose)}, ${spokenWord(job.trip_type).toLowerCase()}`]]}
      />
      {own.data && <OwnTripPart job={job} trip={own.data} />}
      {own.data === null && <p className="second-line">You see who asks when the trip is yours.</p>}
    </section>
  )
}
