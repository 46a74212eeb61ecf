import { queries } from '../office/api/queries.ts'
import type { OfficeApp } from '../office/shell/page.ts'
import { useCounts } from './api/board.ts'
import { keepLive } from './api/live.ts'
import { pages } from './pages.ts'
import { SearchField } from './search/search-field.tsx'

/** The portal as its frame shows it. */
export const portal: OfficeApp = {
  pages,
  rail: [
    { name: 'today', icon: 'today', label: 'Today', short: 'Today', key: 't' },
    { name: 'inbox', icon: 'inbox', label: 'Inbox', short: 'Inbox', key: 'i' },
    { name: 'diary', icon: 'diary', label: 'Diary', short: 'Diary', key: 'd' },
    { name: 'money', icon: 'money', label: 'Money', short: 'Money', key: 'm' },
    { name: 'people', icon: 'people', label: 'People & fleet', short: 'People', key: 'p' },
    { name: 'numbers', icon: 'numbers', label: 'Reports', short: 'Reports', key: 'n' },
    { name: 'settings', icon: 'settings', label: 'Settings', short: 'Settings', key: 's' },
  ],
  Search: SearchField,
  useWaiting: useWaitingItems,
  keepLive: () => keepLive(queries),
}

/** A React hook that returns the number of waiting items by the name of their rail entry. */
function useWaitingItems(): Readonly<Record<string, number>> {
  const { counts, unsafe } = useCounts()
  if (!counts) return {}
  return {
    inbox: (counts.requests ?? 0) + (counts.closing ?? 0),
    today: (counts.incidents_open ?? 0) + unsafe,
    diary: counts.unstaffed_48h ?? 0,
  }
}
