import { QueryClient } from '@tanstack/react-query'
import { toFailure } from './failure.ts'

/** The cache of the data read from the server. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      networkMode: 'always',
      refetchOnWindowFocus: true,
      placeholderData: (previous: unknown) => previous,
      // The page itself waits after a 429, with a visible countdown.
      retry: (count, thrown) => toFailure(thrown).status >= 500 && count < 2,
    },
  },
})
