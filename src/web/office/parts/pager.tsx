import { Pagination } from '@mantine/core'
import { Link } from 'wouter'
import { useHrefWith } from './url-state.ts'

/** The part of a list's `meta` that the pages depend on. */
type PageMeta = { readonly current_page: number; readonly last_page: number; readonly total: number }

/** Links to the pages of a list (`page` in the address). Empty for a single page. */
export function Pager({ meta }: { readonly meta: PageMeta }) {
  const hrefWith = useHrefWith()
  const { current_page: page, last_page: last } = meta
  const linkTo = (to: number) => ({ component: Link, href: hrefWith({ page: to === 1 ? '' : String(to) }) })
  const edges = { previous: ['Previous', page - 1], next: ['Next', page + 1], first: ['First', 1], last: ['Last', last] } as const
  return (
    <nav className="pager" aria-label="Pages of the list">
      <Pagination
        total={last}
        value={page}
        hideWithOnePage
        getItemProps={linkTo}
        getControlProps={(control) => {
          const [name, to] = edges[control]
          return { 'aria-label': name, ...(to >= 1 && to <= last && linkTo(to)) }
        }}
      />
    </nav>
  )
}
