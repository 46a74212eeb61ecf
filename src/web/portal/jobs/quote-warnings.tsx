import { Icon } from '../parts/icon.tsx'
import { warningsBefore } from './free.ts'
import { isQuoteLive } from './job-words.ts'
import { type InboxJob, type SentQuote, useTakenThen } from './jobs.ts'
import { inclusionsOf, type TypedQuote } from './typed-quote.ts'

/**
 * Warnings about a quote as it is typed, above the button that sends it. Those who may not read what takes the coaches
 * see the warnings of the last quote sent.
 */
export function QuoteWarnings({ job, typed }: { readonly job: InboxJob; readonly typed: TypedQuote }) {
  const taken = useTakenThen(job).data?.data
  const vehicleIds = typed.vehicles.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId]))
  const sent = isQuoteLive(job.my_quote) ? job.my_quote.warnings : []
  const warnings = taken === undefined ? sent : warningsBefore({ vehicleIds, inclusions: inclusionsOf(typed, 'in') }, job, taken)
  return (
    <div role="status">
      <WarningList warnings={warnings} />
    </div>
  )
}

type Warning = SentQuote['warnings'][number]

/** Warnings, a line each; nothing where there are none. */
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
