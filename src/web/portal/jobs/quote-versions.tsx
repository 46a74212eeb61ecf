import { compared, partsOf, type QuoteReader } from '../../plain/quote-words.ts'
import { spokenWord } from '../../plain/words.ts'
import { useFleet } from '../api/fleet.ts'
import { useSession } from '../api/session.ts'
import { Section } from '../parts/facts.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import { type SentQuote, useRevisions } from './jobs.ts'

/** A React hook that returns how this person reads a quote. */
export function useQuoteReader(): QuoteReader {
  const { zone } = useSession()
  const now = useNow(60_000)
  const fleet = useFleet().data?.data ?? []
  return { zone, now, plateOf: (id) => fleet.find((one) => one.id === id)?.registration ?? null }
}

/** A section of the versions that were sent, side by side. */
export function QuoteVersions({ tripRef, count }: { readonly tripRef: string; readonly count: number }) {
  const query = useRevisions(tripRef, count > 0)
  if (count === 0) return null
  return (
    <Section title="What was sent" isFolded>
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>Nothing yet.</p>}>
        {({ data }) => <SideBySide versions={data} />}
      </ListStates>
    </Section>
  )
}

const caption = 'Versions of the quote'

/** Quotes that followed each other on one job, a column each; what another version had changed is marked with a word. */
function SideBySide({ versions }: { readonly versions: readonly SentQuote[] }) {
  const reader = useQuoteReader()
  const keyOf = ({ id, revision }: SentQuote) => `${id}-${revision}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
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
                <span className="second-line">{spokenWord(quote.status)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compared(versions.map((quote) => partsOf(quote, reader))).map(({ name, cells }) => (
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
