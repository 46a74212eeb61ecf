import { spokenWord } from '../../plain/words.ts'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { vehiclesAsked } from './job-words.ts'
import type { InboxJob } from './jobs.ts'

/** What somebody wants: the itinerary, the people, and everything they need. */
export function AboutJob({ job }: { readonly job: InboxJob }) {
  return (
    <section className="job-about" aria-label="What they want">
      <LegList legs={job.legs} />
      <GroupFacts
        trip={job}
        coaches={vehiclesAsked(job)}
        first={[['What for', `${spokenWord(job.purpose)}, ${spokenWord(job.trip_type).toLowerCase()}`]]}
      />
      <p className="second-line">You see who asks when the trip is yours.</p>
    </section>
  )
}
