import { type CrewWanted, coachesByFit, driversByFit, type Fit } from '../../plain/crew-fit.ts'
import { spokenInstant } from '../../plain/moment.ts'
import { useSession } from '../api/session.ts'
import { useCrewChoices } from '../duties/crew.ts'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'
import { Facts } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { useNow } from '../parts/now.ts'

/** Greatest number of free and fit coaches or drivers that are named. */
const named = 5

/** A longer trip than the diary tells of at once is not looked at. */
const longestMs = 60 * 86_400_000

/**
 * Facts about which coaches and drivers are free and fit for a trip. Where there are none, who comes nearest and why
 * not.
 */
export function WhoCould({ job, quote }: { readonly job: InboxJob; readonly quote: SentQuote }) {
  const { can, zone } = useSession()
  const trip: CrewWanted = {
    ref: job.ref,
    departsAt: Date.parse(job.departs_at),
    endsAt: Date.parse(job.ends_at),
    passengers: job.passenger_count,
    coaches: quote.vehicles.reduce((sum, { count }) => sum + count, 0),
    dbsRequired: job.dbs_required,
  }
  const isWanted = can('drivers:read') && trip.endsAt - trip.departsAt < longestMs
  return isWanted ? <Choices trip={trip} zone={zone} /> : null
}

function Choices({ trip, zone }: { readonly trip: CrewWanted; readonly zone: string }) {
  const now = useNow(60_000)
  const say = (at: number) => spokenInstant(new Date(at).toISOString(), zone, now)
  return (
    <ReadStates query={useCrewChoices(trip, true)}>
      {({ drivers, coaches }) => (
        <Facts
          facts={[
            ['Coaches free', <Best key="coaches" fits={coachesByFit(coaches, trip, say)} nameOf={(one) => one.registration} />],
            ['Could drive', <Best key="drivers" fits={driversByFit(drivers, trip, now, say)} nameOf={(one) => one.name} />],
          ]}
        />
      )}
    </ReadStates>
  )
}

function Best<One>({ fits, nameOf }: { readonly fits: readonly Fit<One>[]; readonly nameOf: (one: One) => string }) {
  const fit = fits.filter(({ reasons }) => reasons.every(({ isGrave }) => !isGrave))
  const [nearest] = fits
  if (fit.length > 0) {
    const names = fit.slice(0, named).map(({ one }) => nameOf(one))
    return `${names.join(', ')}${fit.length > named ? ` and ${fit.length - named} more` : ''}`
  }
  if (nearest === undefined) return 'None'
  return (
    <>
      None. {nameOf(nearest.one)} comes nearest:
      {nearest.reasons.map(({ code, says }) => (
        <span key={code} className="second-line">
          {says}
        </span>
      ))}
    </>
  )
}
