import { useQuery } from '@tanstack/react-query'
import { api } from '../office/api/client.ts'
import { mostRows, readAllRows } from '../office/api/rows.ts'
import { addDays } from '../plain/moment.ts'
import { findHeldDeposit, type HeldDeposit, isSilent } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'

/** Longest range of days of one request, less one for time zones. */
const mostDays = 398

/** Whether the ledger of the quoting operator has an awaited transfer for the trip. */
async function isTransferAwaited(
  { ref }: TripInFull,
  quote: TripInFull['quotes'][number],
  signal: AbortSignal,
): Promise<boolean> {
  const earliest = addDays(new Date().toISOString().slice(0, 10), -mostDays)
  const quoted = addDays(quote.submitted_at.slice(0, 10), -1)
  const query = {
    from: [quoted, earliest].toSorted().at(-1) ?? earliest,
    method: 'bank_transfer',
    status: 'pending',
    operator_ref: quote.operator_ref,
    per_page: mostRows,
  } as const
  const readPage = (page: number) => api.GET('/platform/v1/payments', { params: { query: { ...query, page } }, signal })
  for await (const payment of readAllRows(readPage)) if (payment.ref === ref && payment.kind === 'deposit') return true
  return false
}

/** A React hook that returns the awaited deposit of a trip, or null. */
export function useHeldDeposit(trip: TripInFull): HeldDeposit | null {
  const silent = trip.status === 'open' ? trip.quotes.find(isSilent) : undefined
  const { data } = useQuery({
    queryKey: ['payments', 'awaited', trip.ref, silent?.id],
    queryFn: ({ signal }) => (silent === undefined ? null : isTransferAwaited(trip, silent, signal)),
    enabled: silent !== undefined,
    placeholderData: null,
  })
  return findHeldDeposit(trip, data ?? null)
}
