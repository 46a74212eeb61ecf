import { useSession } from '../../office/api/session.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { listWarningsBefore } from './free.ts'
import { isQuoteLive } from './job-words.ts'
import { type InboxJob, type SentQuote, useBusyTimesThen } from './jobs.ts'
import type { QuoteValues } from './quote-draft.ts'

/**
 * Warnings about a typed quote, above its button. A role that cannot read busy times sees the warnings of the last sent quote.
 */
export function QuoteWarnings({ job, values }: { readonly job: InboxJob; readonly values: QuoteValues }) {
  const { zone } = useSession()
  const taken = useBusyTimesThen(job).data?.data
  const vehicleIds = (values.vehicles ?? []).flatMap(({ vehicle_id: id }) => id ?? [])
  const sent = isQuoteLive(job.my_quote) ? job.my_quote.warnings : []
  const warnings =
    taken === undefined ? sent : listWarningsBefore({ vehicleIds, inclusions: values.inclusions ?? [] }, job, taken, zone)
  return (
    <div role="status">
      <WarningList warnings={warnings} />
    </div>
  )
}

type Warning = SentQuote['warnings'][number]

/** Warnings, one line each. Empty without warnings. */
export function WarningList({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null
  return (
    <ul className="job-warnings">
      {warnings.map(({ code, message }) => (
        <li key={code}>
          <Icon name="warning" /> {message}
        </li>
      ))}
    </ul>
  )
}
