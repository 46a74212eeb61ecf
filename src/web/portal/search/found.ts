import { useQuery } from '@tanstack/react-query'
import { choicesFor, type Hit, leastTyped, type PaletteGroup, soughtIn } from '../../plain/search-choices.ts'
import { answerOf, api } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { useSettled } from '../parts/settled.ts'
import { isListed, isOpenTo } from '../route.ts'
import { routes } from '../routes.ts'

const waitMs = 120

/** The server's hits for a text, once it is long enough to be looked for. */
export function useHits(typed: string) {
  const sought = soughtIn(typed)
  return useQuery({
    queryKey: ['search', sought],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/search', { params: { query: { q: sought } }, signal })),
    enabled: sought.length >= leastTyped,
  })
}

/** The choices for what is being typed. `isReady` once they belong to just that text. */
export function useChoices(typed: string) {
  const choicesOf = useChoosing()
  const settled = useSettled(typed, waitMs)
  const query = useHits(settled)
  const isSought = soughtIn(settled).length >= leastTyped
  const hits = isSought ? (query.data?.data.results ?? []) : []
  return {
    groups: choicesOf(settled, hits),
    isReady: settled === typed && (!isSought || (query.isSuccess && !query.isPlaceholderData)),
    error: isSought ? query.error : null,
  }
}

/** A React hook whose function makes the choices that this person has for a text and its hits. */
export function useChoosing(): (typed: string, hits: readonly Hit[]) => readonly PaletteGroup[] {
  const session = useSession()
  const pages = routes.filter((route) => route.rail !== undefined && isListed(route) && isOpenTo(session, route))
  return (typed, hits) => choicesFor(typed, hits, session.can, pages)
}
