import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../api/client.ts'
import { mostRows, readAllRows } from '../api/rows.ts'

export type ListedDue = Records['Due']
export type BookLine = Records['AccountPayment']

/** The part of a ledger line that its actions need. */
export type BookedPayment = Pick<BookLine, 'ref' | 'id' | 'amount' | 'currency_code' | 'customer_name' | 'method'>
export type Invoice = Records['Invoice']
export type ListedPayout = Records['Payout']
export type AccountCustomer = Records['OwnCustomer']

const perPage = 50

/** A React hook that returns a page of outstanding amounts, oldest first. An empty `status` includes all. */
export function useDues(status: string, page: number) {
  return useQuery({
    queryKey: ['money', 'dues', status, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/dues', {
          params: { query: { ...(status !== '' && { status: status as Records['OwedStatus'] }), page, per_page: perPage } },
          signal,
        }),
      ),
  })
}

/** A React hook that returns the oldest outstanding amounts, to match with a bank statement line. */
export function useLongestDues() {
  return useQuery({
    queryKey: ['money', 'dues', 'longest'],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/dues', { params: { query: { page: 1, per_page: mostRows } }, signal })),
  })
}

/** A React hook that returns the latest payments and refunds that cleared in these days of their record. */
export function useReceivedSince(from: string, to: string) {
  return useQuery({
    queryKey: ['money', 'payments', 'received', from, to],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/payments', {
          params: { query: { from, to, status: 'cleared', page: 1, per_page: mostRows } },
          signal,
        }),
      ),
  })
}

/** Filters of the payments. An empty filter includes all. */
type PaymentFilters = { readonly from: string; readonly to: string; readonly method: string; readonly status: string }

/** A React hook that returns a page of the ledger lines of all bookings, latest recorded first. */
export function usePayments({ from, to, method, status }: PaymentFilters, page: number) {
  return useQuery({
    queryKey: ['money', 'payments', from, to, method, status, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/portal/v1/payments', {
          params: {
            query: {
              ...(from !== '' && { from }),
              ...(to !== '' && { to }),
              ...(method !== '' && { method: method as Records['PaymentMethod'] }),
              ...(status !== '' && { status: status as Records['LedgerStatus'] }),
              page,
              per_page: perPage,
            },
          },
          signal,
        }),
      ),
  })
}

/** A React hook that returns a page of invoices and credit notes, newest first. */
export function useInvoices(page: number) {
  return useQuery({
    queryKey: ['money', 'invoices', page],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/invoices', { params: { query: { page, per_page: perPage } }, signal })),
  })
}

/** A React hook that returns one invoice or credit note. Reads nothing without a number. */
export function useInvoice(number: string) {
  return useQuery({
    queryKey: ['money', 'invoice', number],
    enabled: number !== '',
    placeholderData: () => undefined,
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/invoices/{number}', { params: { path: { number } }, signal })),
  })
}

/** A React hook that returns the customers who pay by invoice. */
export function useAccountCustomers() {
  return useQuery({
    queryKey: ['customers', 'on-account'],
    queryFn: async ({ signal }) => {
      const read = (page: number) => api.GET('/portal/v1/customers', { params: { query: { page, per_page: mostRows } }, signal })
      const all = await Array.fromAsync(readAllRows(read))
      return all.filter(({ account }) => account !== null)
    },
  })
}

/** A React hook that returns a page of payouts, newest first. An empty `status` includes all. */
export function usePayouts(status: string, page: number) {
  return useQuery({
    queryKey: ['money', 'payouts', status, page],
    queryFn: ({ signal }) =>
      requireAnswer(
        api.GET('/api/v1/payouts', {
          params: { query: { ...(status !== '' && { status: status as Records['PayoutStatus'] }), page, per_page: perPage } },
          signal,
        }),
      ),
  })
}

/** A React hook that returns a booking with its ledger. Reads nothing without a reference. */
export function useBooks(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref],
    enabled: ref !== '',
    placeholderData: () => undefined,
    queryFn: ({ signal }) => requireAnswer(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** A React hook that returns the customer's invoice request and address. Reads nothing before `ref` is complete. */
export function useInvoiceRequest(ref: string) {
  return useQuery({
    queryKey: ['money', 'invoices', 'request', ref],
    enabled: /^TR-[A-Z0-9]{6}$/.test(ref),
    retry: false,
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/bookings/{ref}/invoice-request', { params: { path: { ref } }, signal })),
  })
}
