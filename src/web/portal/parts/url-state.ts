import { useCallback } from 'react'
import { useLocation, useSearch, useSearchParams } from 'wouter'

/** Names that the address can hold, each with the value that stands for its absence. */
type AddressDefaults = Readonly<Record<string, string>>

/**
 * Filters, the day, the open tab, the selected row: in the address, so that Back, reload and a sent link bring the same page.
 * What equals its default is left out of it. A change of `page` or of a selected row is a step back can undo; typing is not.
 */
export function useUrlState<T extends AddressDefaults>(
  defaults: T,
): readonly [
  { readonly [Key in keyof T]: string },
  (change: { readonly [Key in keyof T]?: string }, isTyping?: boolean) => void,
] {
  const [params, setParams] = useSearchParams()
  const state = Object.fromEntries(Object.keys(defaults).map((name) => [name, params.get(name) ?? defaults[name]]))
  const set = useCallback(
    (change: { readonly [Key in keyof T]?: string }, isTyping = false) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(change)) {
            if (value === undefined || value === defaults[name]) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: isTyping },
      )
    },
    [setParams, defaults],
  )
  return [state as { readonly [Key in keyof T]: string }, set]
}

/**
 * A React hook whose function makes the target of a link that changes only this much of the address. An empty value
 * leaves the name out.
 */
export function useHrefWith(): (change: Readonly<Record<string, string>>) => string {
  const [path] = useLocation()
  const search = useSearch()
  return (change) => {
    const params = new URLSearchParams(search)
    for (const [name, value] of Object.entries(change)) {
      if (value === '') params.delete(name)
      else params.set(name, value)
    }
    return `${path}?${params.toString()}`
  }
}
