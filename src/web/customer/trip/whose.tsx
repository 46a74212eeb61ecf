import { useEffect, useState } from 'preact/hooks'
import { ask } from './calls.ts'
import { useView } from './parts.tsx'

type Whose = { readonly name: string | null; readonly logo_url: string | null; readonly colours_url: string | null }

/**
 * The path of a URL of this server's, to be asked under the name it is reached by. That may be another than the one it
 * gives itself.
 */
function here(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * The logo of whom the trip is with, on a page in their colours; nothing while that is open, or where they have none.
 */
export function Whose() {
  const { trip } = useView()
  const [whose, setWhose] = useState<Whose | null>(null)
  const isBooked = trip.booking !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a booking settles whose the trip is.
  useEffect(() => {
    void ask('trip/brand').then(({ data }) => {
      if (data === undefined) return
      const found = data as Whose
      setWhose(found)
      if (found.colours_url === null) return
      const link = document.getElementById('colours') ?? document.head.appendChild(document.createElement('link'))
      Object.assign(link, { id: 'colours', rel: 'stylesheet', href: here(found.colours_url) })
    })
  }, [trip.ref, isBooked])
  return whose?.logo_url ? <img class="logo" src={here(whose.logo_url)} alt={whose.name ?? ''} /> : null
}
