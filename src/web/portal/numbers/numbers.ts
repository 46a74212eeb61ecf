import { useQuery } from '@tanstack/react-query'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'

export type QuoteNumbers = Records['QuoteNumbers']
export type ReadNumbers = Records['Numbers']
export type BookingNumbers = Records['BookingNumbers']
export type VehicleNumbers = Records['VehicleNumbers']

/** First and last day in the operator's time zone. */
export type DayRange = { readonly from: string; readonly to: string }

/** A React hook that returns the reports for these days. Reads nothing while `isOff`. */
export function useNumbers({ from, to }: DayRange, isOff: boolean) {
  return useQuery({
    queryKey: ['numbers', from, to],
    enabled: !isOff,
    queryFn: async ({ signal }) =>
      (await requireAnswer(api.GET('/portal/v1/numbers', { params: { query: { from, to } }, signal }))).data,
  })
}
