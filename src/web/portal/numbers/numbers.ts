import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Records } from '../api/client.ts'

export type QuoteNumbers = Records['QuoteNumbers']
export type BookingNumbers = Records['BookingNumbers']
export type VehicleNumbers = Records['VehicleNumbers']

/** Days on the operator's clocks, both included. */
export type DayRange = { readonly from: string; readonly to: string }

/** The figures of business in these days; not read while `isOff`. */
export function useNumbers({ from, to }: DayRange, isOff: boolean) {
  return useQuery({
    queryKey: ['numbers', from, to],
    enabled: !isOff,
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/portal/v1/numbers', { params: { query: { from, to } }, signal }))).data,
  })
}
