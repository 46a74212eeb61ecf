import { QueryClient } from '@tanstack/react-query'
import { asFailure } from './failure.ts'

/** Everything read from the server that a page still shows. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      refetchOnWindowFocus: true,
      placeholderData: (previous: unknown) => previous,
      // A 429 is waited for where the reader sees it counted down.
      retry: (count, thrown) => asFailure(thrown).status >= 500 && count < 2,
    },
  },
})
