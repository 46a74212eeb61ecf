import { toInstant } from '../../src/domain/instant.ts'
import { type ApiAnswer, apiDataOf, type InProcessServer } from './in-process-server.ts'
import { quoteTerms } from './market.ts'

type Call = (on: InProcessServer) => Promise<ApiAnswer>

export const postCall =
  (path: string, token: string, body: unknown = {}, headers: Record<string, string> = {}): Call =>
  (on) =>
    on.call('POST', path, { token, body, headers })

/** The calls of the platform, an operator and a driver about trips, each made on any node. */
export async function openTripCalls({ one: { desk } }: { readonly one: { readonly desk: InProcessServer } }) {
  const { token: platform } = await desk.mint({ kind: 'platform_key', operatorId: null, abilities: [] })
  const { token: key } = await desk.mint()
  const at = (seconds: number) => toInstant(desk.app.clock() + seconds * 1_000)
  async function driver(name: string) {
    const { id } = apiDataOf(await postCall('/api/v1/drivers', key, { name })(desk))
    return { id: id as number, token: (await desk.mint({ kind: 'driver_device', driverId: id })).token }
  }
  async function trip(departsIn = 30 * 86_400, offerTo: readonly string[] = [desk.operator.ref]) {
    const body = {
      customer: { name: 'Ann Smith', email: 'ann@example.org' },
      pickup: { label: 'Leeds Town Hall', kind: 'venue' },
      dropoff: { label: 'York Minster', kind: 'venue' },
      departs_at: at(departsIn),
      passenger_count: 45,
      quote_by: at(departsIn / 2),
      offer_to: offerTo,
    }
    const { ref, customer_token: customer } = apiDataOf(await postCall('/platform/v1/trips', platform, body)(desk))
    return { ref: ref as string, customer: customer as string }
  }
  type Trip = Awaited<ReturnType<typeof trip>>
  const quote = ({ ref }: Trip, differing: object = {}, token = key) =>
    postCall(`/api/v1/jobs/${ref}/quote`, token, quoteTerms({ ...differing }))
  async function quoted(availability: string, departsIn?: number) {
    const made = await trip(departsIn)
    const quoteId = apiDataOf(await quote(made, { availability })(desk)).my_quote.id as number
    return { ...made, quoteId }
  }
  const book = ({ customer, quoteId }: { customer: string; quoteId: number }, card = 'bank_transfer', headers = {}) =>
    postCall('/customer/v1/trip/book', customer, { quote_id: quoteId, payment_method: card }, headers)
  const request = ({ customer, quoteId }: { customer: string; quoteId: number }, card = 'bank_transfer') =>
    postCall('/customer/v1/trip/request-booking', customer, { quote_id: quoteId, payment_method: card })
  const receive = ({ ref }: Trip) => postCall(`/platform/v1/trips/${ref}/deposit-received`, platform)
  async function booked(departsIn?: number) {
    const made = await quoted('confirmed', departsIn)
    apiDataOf(await book(made)(desk))
    apiDataOf(await receive(made)(desk))
    return made
  }
  const assign = ({ ref }: Trip, { id }: { id: number }, plate = 'YX20 ABC') =>
    postCall(`/api/v1/bookings/${ref}/driver`, key, { driver_id: id, vehicle_reg: plate })
  const report = ({ ref }: Trip, status: string, token: string) =>
    postCall(`/api/v1/driver/trips/${ref}/progress`, token, { status, occurred_at: at(0) })
  const job = (task: string, { ref }: Trip, body: unknown = {}) => postCall(`/api/v1/jobs/${ref}/${task}`, key, body)
  const customer = (task: string, { customer: token }: Trip, body: unknown = {}) =>
    postCall(`/customer/v1/trip/${task}`, token, body)
  const cancel = (made: Trip) => customer('cancel', made, { reason: 'The party is off.' })
  return { platform, key, at, driver, trip, quote, quoted, book, request, receive, booked, assign, report, job, customer, cancel }
}
