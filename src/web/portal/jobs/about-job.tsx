import { depotWaySaid, distanceSaid } from '../../plain/distance-said.ts'
import { spokenWord } from '../../plain/words.ts'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { vehiclesAsked } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { WhoAsks } from './own-trip.tsx'

/** A section on what the customer wants: the itinerary, the people, and everything they need. */
export function AboutJob({ job }: { readonly job: InboxJob }) {
  return (
    <section className="job-about" aria-label="What they want">
      <LegList legs={job.legs} isFarKnown={distanceSaid(job) !== null} />
      <GroupFacts
        trip={job}
        coaches={vehiclesAsked(job)}
        empty={job.empty_m === null ? null : depotWaySaid(job.empty_m)}
        first={[['What for', `${spokenWord(job.purpose)}, ${spokenWord(job.trip_type).toLowerCase()}`]]}
      />
      <WhoAsks job={job} />
    </section>
  )
}
