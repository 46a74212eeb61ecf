import { Link, useSearchParams } from 'wouter'
import { Changing } from './changing.tsx'
import { useHrefWith } from './url-state.ts'

export type Tab = { readonly value: string; readonly label: string; readonly count?: number | undefined }

/** The tab of the address, and for none or an unknown one the first. */
export function findChosenTab(tabs: readonly Tab[], value: string | null): string | undefined {
  return (tabs.find((tab) => tab.value === value) ?? tabs[0])?.value
}

/**
 * Tabs with the choice in the address, under `name`. The first tab is the default. A change resets the page and `resets`, but no other
 * filter.
 */
export function UrlTabs(props: {
  readonly name: string
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly resets?: readonly string[]
}) {
  const [params] = useSearchParams()
  const [first] = props.tabs
  const chosen = findChosenTab(props.tabs, params.get(props.name))
  const hrefWith = useHrefWith()
  const cleared = Object.fromEntries((props.resets ?? []).map((name) => [name, '']))
  const hrefOf = (value: string) => hrefWith({ ...cleared, page: '', [props.name]: value === first?.value ? '' : value })
  return (
    <nav className="tabs" aria-label={props.label}>
      {props.tabs.map((tab) => (
        <Link key={tab.value} href={hrefOf(tab.value)} aria-current={tab.value === chosen ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && (
            <span className="count">
              <Changing text={String(tab.count)} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
