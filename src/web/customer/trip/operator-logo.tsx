import { useEffect, useState } from 'preact/hooks'
import { callTripApi } from './calls.ts'
import { useView } from './parts.tsx'

type Logo = { readonly name: string | null; readonly logo_url: string | null; readonly colours_url: string | null }

/** The path of one of this server's URLs. The page can have another host name than `CHARABANC_BASE_URL`. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The operator's logo on a page in its colours; nothing without a logo, or while several operators compete. */
export function OperatorLogo() {
  const { trip } = useView()
  const [whose, setWhose] = useState<Logo | null>(null)
  const isBooked = trip.booking !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a booking sets the operator.
  useEffect(() => {
    void callTripApi('trip/brand').then(({ data }) => {
      if (data === undefined) return
      const found = data as Logo
      setWhose(found)
      if (found.colours_url === null) return
      const link = document.getElementById('colours') ?? document.head.appendChild(document.createElement('link'))
      Object.assign(link, { id: 'colours', rel: 'stylesheet', href: toPath(found.colours_url) })
    })
  }, [trip.ref, isBooked])
  return whose?.logo_url ? <img class="logo" src={toPath(whose.logo_url)} alt={whose.name ?? ''} /> : null
}
