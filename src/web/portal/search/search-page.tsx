import { Link, useLocation } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { useUrlState } from '../../office/parts/url-state.ts'
import { leastTyped, type PaletteLine, readSearchText } from '../../plain/search-choices.ts'
import { useChoosing, useHits } from './found.ts'
import './search.css'

const defaults = { q: '' }

/** The page of all results for a text (`/portal/search?q=`), by kind. */
export function SearchPage() {
  const [{ q }] = useUrlState(defaults)
  const choicesOf = useChoosing()
  const query = useHits(q)
  useRowKeys()
  const title = q === '' ? 'Search' : `Search: ${q}`
  if (readSearchText(q).length < leastTyped) {
    return (
      <>
        <PageHead title={title} />
        <div className="empty">
          <p>Press / and type two or more letters of a reference, name, place, plate or invoice number.</p>
        </div>
      </>
    )
  }
  return (
    <>
      <PageHead title={title} />
      <ListStates
        query={query}
        isEmpty={({ data }) => choicesOf(q, data.results).length === 0}
        empty={
          <>
            <p>Nothing found for “{q}”. Try a name, place, plate or reference.</p>
            <Link href="/">Go to Today</Link>
          </>
        }
      >
        {({ data }) =>
          choicesOf(q, data.results).map(({ title: kind, choices }) => (
            <section key={kind} className="search-group" aria-label={kind}>
              <h2>{kind}</h2>
              <ul className="list-card">
                {choices.map((choice) => (
                  <FoundRow key={choice.key} choice={choice} />
                ))}
              </ul>
            </section>
          ))
        }
      </ListStates>
    </>
  )
}

function FoundRow({ choice }: { readonly choice: PaletteLine }) {
  const [, navigate] = useLocation()
  const { can } = useSession()
  const ref = choice.key.startsWith('booking ') ? choice.key.slice('booking '.length) : null
  return (
    <li className="search-row" data-row>
      <Link className="row-link" href={choice.href}>
        {choice.label}
        <span className="second-line">{[choice.detail, choice.note].filter((part) => part !== null).join(' · ')}</span>
      </Link>
      {ref !== null && can('drivers:write') && (
        <RowActions
          label={`Actions for ${ref}`}
          actions={[{ label: 'Assign driver', run: () => navigate(`/bookings/${ref}?assign=1`), isQuiet: true }]}
        />
      )}
    </li>
  )
}
