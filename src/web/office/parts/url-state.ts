import { useCallback } from 'react'
import { useLocation, useSearch, useSearchParams } from 'wouter'

/** Names in the address, each with its default value. */
type AddressDefaults = Readonly<Record<string, string>>

/**
 * A React hook for state in the address (filters, day, tab, selected row), so that Back, reload and a shared link show the same
 * page. Default values are left out. Typing adds no entry to the history.
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
 * A React hook that returns a function for links that change part of the address. An empty value removes the name.
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
