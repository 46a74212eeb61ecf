import { useSession } from '../../office/api/session.ts'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { useFleet } from '../../office/trip-fields/fleet.ts'
import { compareQuotes, formatQuoteStatus, listQuoteParts, type QuoteReader } from '../../plain/quote-words.ts'
import { type SentQuote, useRevisions } from './jobs.ts'

/** A React hook that returns the zone, time and plates for the words of a quote. */
export function useQuoteReader(): QuoteReader {
  const { zone } = useSession()
  const now = useClock(60_000)
  const fleet = useFleet().data?.data ?? []
  return { zone, now, plateOf: (id) => fleet.find((one) => one.id === id)?.registration ?? null }
}

/** A section with the sent versions side by side. */
export function QuoteVersions({ tripRef, count }: { readonly tripRef: string; readonly count: number }) {
  const query = useRevisions(tripRef, count > 0)
  if (count === 0) return null
  return (
    <FoldableSection title="Quote history" isFolded>
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No quotes yet.</p>}>
        {({ data }) => <SideBySide versions={data} />}
      </ListStates>
    </FoldableSection>
  )
}

const caption = 'Versions of the quote'

/** The versions of a job's quote, one column each. Changed parts are marked with a word. */
function SideBySide({ versions }: { readonly versions: readonly SentQuote[] }) {
  const reader = useQuoteReader()
  const keyOf = ({ id, revision }: SentQuote) => `${id}-${revision}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area needs keyboard focus
    <section className="table-frame" aria-label={caption} tabIndex={0}>
      <table className="versions">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <td />
            {versions.map((quote) => (
              <th key={keyOf(quote)} scope="col">
                Version {quote.revision}
                <span className="second-line">
                  <Moment at={quote.revision === 1 ? quote.submitted_at : quote.updated_at} />
                </span>
                <span className="second-line">{formatQuoteStatus(quote.status)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareQuotes(versions.map((quote) => listQuoteParts(quote, reader))).map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map(({ says, isChanged }, nth) => (
                <td key={versions[nth] && keyOf(versions[nth])} data-changed={isChanged || undefined}>
                  {says === '' ? '–' : says}
                  {isChanged && <span className="second-line">changed</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
