import type { PlaceResult } from './place-results.ts'

/** Length of a text that the search accepts. */
const [least, most] = [2, 80]

const found = new Map<string, readonly PlaceResult[]>()
let pausedUntil = 0

/** Finds places by a text. Null without an answer: too short a text, no connection, or too many searches in a minute. */
export async function searchPlaces(text: string, signal: AbortSignal): Promise<readonly PlaceResult[] | null> {
  const q = text.trim()
  if (q.length < least || q.length > most) return null
  const known = found.get(q)
  if (known !== undefined) return known
  if (Date.now() < pausedUntil) return null
  try {
    const root = document.documentElement.dataset.root ?? '/'
    const response = await fetch(`${root}customer/v1/places?q=${encodeURIComponent(q)}`, { signal })
    if (response.status === 429) pausedUntil = Date.now() + (Number(response.headers.get('Retry-After')) || 60) * 1_000
    if (!response.ok) return null
    const { data } = (await response.json()) as { readonly data: { readonly results: readonly PlaceResult[] } }
    found.set(q, data.results)
    return data.results
  } catch {
    return null
  }
}
