import { useQuery } from '@tanstack/react-query'
import { api, requireAnswer } from '../../office/api/client.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { listOpenedRecords } from '../../office/parts/opened.ts'
import { useSettled } from '../../office/parts/settled.ts'
import { canOpenPage, isListedPage } from '../../office/shell/page.ts'
import { findToday } from '../../plain/moment.ts'
import {
  type Hit,
  leastTyped,
  listChoices,
  listFirstChoices,
  type PaletteGroup,
  readSearchText,
} from '../../plain/search-choices.ts'
import { pages } from '../pages.ts'

const waitMs = 120

/** A React hook that returns the results for a text that is long enough to search. */
export function useHits(typed: string) {
  const sought = readSearchText(typed)
  return useQuery({
    queryKey: ['search', sought],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/search', { params: { query: { q: sought } }, signal })),
    enabled: sought.length >= leastTyped,
  })
}

/** A React hook that returns the choices for the typed text. `isReady` once they belong to exactly that text. */
export function useChoices(typed: string) {
  const choicesOf = useChoosing()
  const settled = useSettled(typed, waitMs)
  const query = useHits(settled)
  const isSought = readSearchText(settled).length >= leastTyped
  const hits = isSought ? (query.data?.data.results ?? []) : []
  return {
    groups: choicesOf(settled, hits),
    isReady: settled === typed && (!isSought || (query.isSuccess && !query.isPlaceholderData)),
    error: isSought ? query.error : null,
  }
}

/** A React hook that returns a function for the choices of a text and its results. */
export function useChoosing(): (typed: string, hits: readonly Hit[]) => readonly PaletteGroup[] {
  const session = useSession()
  const { can, zone } = session
  const today = findToday(zone, useClock(60_000))
  const listed = pages.filter((page) => page.rail !== undefined && isListedPage(page) && canOpenPage(session, page))
  return (typed, hits) =>
    typed === '' ? listFirstChoices(listOpenedRecords(), can) : listChoices(typed, hits, { can, pages: listed, today })
}
