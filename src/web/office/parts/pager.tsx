import { Link } from 'wouter'
import { Icon } from './icon.tsx'
import { useHrefWith } from './url-state.ts'

/** The part of a list's `meta` that the pages depend on. */
type PageMeta = { readonly current_page: number; readonly last_page: number; readonly total: number }

/** Links to the previous and next page of a list (`page` in the address). Empty for a single page. */
export function Pager({ meta }: { readonly meta: PageMeta }) {
  const hrefWith = useHrefWith()
  if (meta.last_page <= 1) return null
  const hrefOf = (page: number) => hrefWith({ page: page === 1 ? '' : String(page) })
  const { current_page: page, last_page: last } = meta
  return (
    <nav className="pager" aria-label="Pages of the list">
      {page > 1 && (
        <Link href={hrefOf(page - 1)}>
          <Icon name="left" />
          Previous
        </Link>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <Link href={hrefOf(page + 1)}>
          Next
          <Icon name="right" />
        </Link>
      )}
    </nav>
  )
}
