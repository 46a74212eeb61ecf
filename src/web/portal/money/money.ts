import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'
import { mostRows, rowsOf } from '../api/rows.ts'

export type ListedDue = Records['Due']
export type BookLine = Records['AccountPayment']

/** The part of a line that tells what to do with it. */
export type BookedPayment = Pick<BookLine, 'ref' | 'id' | 'amount' | 'currency_code' | 'customer_name' | 'method'>
export type Invoice = Records['Invoice']
export type ListedPayout = Records['Payout']
export type AccountCustomer = Records['OwnCustomer']

const perPage = 50

/** A page of what is owing, what has been owed longest first; an empty `status` is all of it. */
export function useDues(status: string, page: number) {
  return useQuery({
    queryKey: ['money', 'dues', status, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/portal/v1/dues', {
          params: { query: { ...(status !== '' && { status: status as Records['OwedStatus'] }), page, per_page: perPage } },
          signal,
        }),
      ),
  })
}

/** The dues that have been owed longest, to compare a line of a bank statement with. */
export function useLongestDues() {
  return useQuery({
    queryKey: ['money', 'dues', 'longest'],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/dues', { params: { query: { page: 1, per_page: mostRows } }, signal })),
  })
}

/** Filters of the payments to list; an empty one does not narrow it. */
type PaymentFilters = { readonly from: string; readonly to: string; readonly method: string; readonly status: string }

/** A page of the lines of all books, the last written down first. */
export function usePayments({ from, to, method, status }: PaymentFilters, page: number) {
  return useQuery({
    queryKey: ['money', 'payments', from, to, method, status, page],
    queryFn: ({ signal }) =>
      answerOf(
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

/** A page of invoices and credit notes, the last one first. */
export function useInvoices(page: number) {
  return useQuery({
    queryKey: ['money', 'invoices', page],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/invoices', { params: { query: { page, per_page: perPage } }, signal })),
  })
}

/** One invoice or credit note; nothing is read while there is no number. */
export function useInvoice(number: string) {
  return useQuery({
    queryKey: ['money', 'invoice', number],
    enabled: number !== '',
    placeholderData: () => undefined,
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/invoices/{number}', { params: { path: { number } }, signal })),
  })
}

/** The customers who pay by invoice. */
export function useAccountCustomers() {
  return useQuery({
    queryKey: ['customers', 'on-account'],
    queryFn: async ({ signal }) => {
      const read = (page: number) => api.GET('/portal/v1/customers', { params: { query: { page, per_page: mostRows } }, signal })
      const all = await Array.fromAsync(rowsOf(read))
      return all.filter(({ account }) => account !== null)
    },
  })
}

/** A page of payouts, the newest first; an empty `status` is all of them. */
export function usePayouts(status: string, page: number) {
  return useQuery({
    queryKey: ['money', 'payouts', status, page],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/payouts', {
          params: { query: { ...(status !== '' && { status: status as Records['PayoutStatus'] }), page, per_page: perPage } },
          signal,
        }),
      ),
  })
}

/** A booking as its books stand now; nothing is read while there is no reference. */
export function useBooks(ref: string) {
  return useQuery({
    queryKey: ['bookings', ref],
    enabled: ref !== '',
    placeholderData: () => undefined,
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/bookings/{ref}', { params: { path: { ref } }, signal })),
  })
}

/** The customer's request for an invoice of a booking, and the address for it. Nothing is read before `ref` is a whole reference. */
export function useInvoiceRequest(ref: string) {
  return useQuery({
    queryKey: ['money', 'invoices', 'request', ref],
    enabled: /^TR-[A-Z0-9]{6}$/.test(ref),
    retry: false,
    queryFn: ({ signal }) =>
      answerOf(api.GET('/portal/v1/bookings/{ref}/invoice-request', { params: { path: { ref } }, signal })),
  })
}
