import { useQuery } from '@tanstack/react-query'
import { daysLater } from '../plain/moment.ts'
import { api } from '../portal/api/client.ts'
import { mostRows, rowsOf } from '../portal/api/rows.ts'
import { type HeldDeposit, heldDeposit, isSilent } from './held-deposit.ts'
import type { TripInFull } from './reads.ts'

/** The most days the API looks through at once, less one for the clocks. */
const mostDays = 398

/** Whether a transfer is awaited for the trip, by the books of who quoted, from the day they did. */
async function isTransferAwaited(
  { ref }: TripInFull,
  quote: TripInFull['quotes'][number],
  signal: AbortSignal,
): Promise<boolean> {
  const earliest = daysLater(new Date().toISOString().slice(0, 10), -mostDays)
  const quoted = daysLater(quote.submitted_at.slice(0, 10), -1)
  const query = {
    from: [quoted, earliest].toSorted().at(-1) ?? earliest,
    method: 'bank_transfer',
    status: 'pending',
    operator_ref: quote.operator_ref,
    per_page: mostRows,
  } as const
  const readPage = (page: number) => api.GET('/platform/v1/payments', { params: { query: { ...query, page } }, signal })
  for await (const payment of rowsOf(readPage)) if (payment.ref === ref && payment.kind === 'deposit') return true
  return false
}

/** The deposit that a trip waits for, as far as it is known, or null. */
export function useHeldDeposit(trip: TripInFull): HeldDeposit | null {
  const silent = trip.status === 'open' ? trip.quotes.find(isSilent) : undefined
  const { data } = useQuery({
    queryKey: ['payments', 'awaited', trip.ref, silent?.id],
    queryFn: ({ signal }) => (silent === undefined ? null : isTransferAwaited(trip, silent, signal)),
    enabled: silent !== undefined,
    placeholderData: null,
  })
  return heldDeposit(trip, data ?? null)
}
