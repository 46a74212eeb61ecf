import { useSession } from '../../office/api/session.ts'
import { formatDepotDistance, isDriveKnown } from '../../plain/distance-said.ts'
import { formatWord } from '../../plain/words.ts'
import { Card } from '../itinerary/card.tsx'
import { GroupFacts } from '../itinerary/group-facts.tsx'
import { LegList } from '../itinerary/leg-list.tsx'
import { formatRequestedVehicles } from './job-words.ts'
import type { InboxJob } from './jobs.ts'
import { JobCustomer } from './own-trip.tsx'

/** A section with the itinerary, the passengers and their requirements. */
export function AboutJob({ job }: { readonly job: InboxJob }) {
  const { zone } = useSession()
  return (
    <section className="job-about" aria-label="Trip details">
      <LegList trip={job} isFarKnown={isDriveKnown(job)} />
      <Card title="Requirements">
        <GroupFacts
          trip={job}
          coaches={formatRequestedVehicles(job)}
          empty={job.empty_m === null ? null : formatDepotDistance(job.empty_m, zone)}
          first={[['Purpose', formatWord(job.purpose)]]}
        />
      </Card>
      <JobCustomer job={job} />
    </section>
  )
}
