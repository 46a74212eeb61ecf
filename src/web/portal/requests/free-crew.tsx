import { useSession } from '../../office/api/session.ts'
import { FactTable } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useClock } from '../../office/parts/now.ts'
import { type CrewFitNeeds, type Fit, sortCoachesByFit, sortDriversByFit } from '../../plain/crew-fit.ts'
import { formatInstant } from '../../plain/moment.ts'
import { useCrewChoices } from '../duties/crew.ts'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'

/** Greatest number of named vehicles or drivers. */
const named = 5

/** Longest trip that the diary can check. */
const longestMs = 60 * 86_400_000

/**
 * The suitable vehicles and drivers for a trip. Without any, the nearest one and the reasons against it.
 */
export function FreeCrew({ job, quote }: { readonly job: InboxJob; readonly quote: SentQuote }) {
  const { can, zone } = useSession()
  const trip: CrewFitNeeds = {
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

function Choices({ trip, zone }: { readonly trip: CrewFitNeeds; readonly zone: string }) {
  const now = useClock(60_000)
  const say = (at: number) => formatInstant(new Date(at).toISOString(), zone, now)
  return (
    <ReadStates query={useCrewChoices(trip, true)}>
      {({ drivers, coaches }) => (
        <FactTable
          facts={[
            [
              'Suitable vehicles',
              <Best key="coaches" fits={sortCoachesByFit(coaches, trip, say)} nameOf={(one) => one.registration} />,
            ],
            [
              'Suitable drivers',
              <Best key="drivers" fits={sortDriversByFit(drivers, trip, now, say)} nameOf={(one) => one.name} />,
            ],
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
      None. Nearest: {nameOf(nearest.one)}
      {nearest.reasons.map(({ code, says }) => (
        <span key={code} className="second-line">
          {says}
        </span>
      ))}
    </>
  )
}
