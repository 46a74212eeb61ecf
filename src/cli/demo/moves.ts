import { Refused, type Speaker } from './speaker.ts'

/** Everybody who acts in the demo's past. */
export type Stage = {
  readonly platform: Speaker
  readonly operator: Speaker
  readonly rival: Speaker
  readonly driverIds: readonly number[]
  /** The phones of those drivers who have signed in, by the driver's place on the roster. */
  readonly phones: readonly Speaker[]
  /** The time at this moment of the past, by the server's clock. */
  now(): string
}

/** One trip in play, and its customer. */
export type Part = { readonly ref: string; readonly name: string; readonly customer: Speaker; readonly customerUrl: string }

/** Something somebody does about a trip. */
export type Move = (stage: Stage, part: Part) => Promise<unknown>

/** A trip as the customer reads it; only what the demo looks at. */
export type SeenTrip = {
  readonly status: string
  readonly quotes: readonly {
    readonly id: number
    readonly status: string
    readonly operator: { readonly name: string }
    readonly price_amount: number
    readonly deposit_amount: number
    readonly currency_code: string
    readonly valid_until: string
  }[]
  readonly booking_request: {
    readonly quote_id: number
    readonly status: string
    readonly rejection: { readonly reason: string } | null
  } | null
  readonly booking: { readonly status: string; readonly deposit_amount: number; readonly currency_code: string } | null
}

type QuotedTerms = {
  readonly price: number
  readonly seats: number
  /** One, unless said. */
  readonly coaches?: number
  readonly validUntil?: string
  readonly note?: string
}

const typeBySeats = [
  [8, 'mpv_8'],
  [16, 'minibus_16'],
  [35, 'midicoach_35'],
  [49, 'coach_49'],
  [53, 'coach_53'],
] as const

function termsOf(availability: 'likely' | 'confirmed', { price, seats, coaches = 1, validUntil, note }: QuotedTerms): object {
  const type = typeBySeats.find(([most]) => seats <= most)?.[1] ?? 'double_decker'
  return {
    price_amount: price,
    currency_code: 'GBP',
    availability,
    vehicles: [{ type, count: coaches, seats }],
    inclusions: ['driver', 'fuel', 'vat'],
    exclusions: ['parking'],
    ...(validUntil !== undefined && { valid_until: validUntil }),
    ...(note !== undefined && { note }),
  }
}

/** The operator quotes; a price in minor units. */
export function quoted(availability: 'likely' | 'confirmed', terms: QuotedTerms): Move {
  return ({ operator }, { ref }) => operator.post(`/api/v1/jobs/${ref}/quote`, termsOf(availability, terms))
}

/** The other operator quotes. */
export function outbid(availability: 'likely' | 'confirmed', terms: QuotedTerms): Move {
  return ({ rival }, { ref }) => rival.post(`/api/v1/jobs/${ref}/quote`, termsOf(availability, terms))
}

/** The customer asks to book what costs least. */
export const requestedCheapest: Move = async (_, { customer }) => {
  const quote_id = await cheapest(customer, 'likely')
  return customer.post('/customer/v1/trip/request-booking', { quote_id, payment_method: 'pm_card_visa' })
}

/** The customer books what costs least at once, with a card of this name. */
export function bookedWith(payment_method: string): Move {
  return async (_, { customer }) => {
    const quote_id = await cheapest(customer, 'confirmed')
    return customer.post('/customer/v1/trip/book', { quote_id, payment_method })
  }
}

/** The customer books what costs least at once, with a card that always pays. */
export const bookedCheapest = bookedWith('pm_card_visa')

async function cheapest(customer: Speaker, status: string): Promise<number> {
  const { quotes } = await customer.get<SeenTrip>('/customer/v1/trip')
  const [first] = quotes.filter((quote) => quote.status === status).sort((a, b) => a.price_amount - b.price_amount)
  if (first === undefined) throw new Error(`the demo's customer found no ${status} quote`)
  return first.id
}

/** The operator does one of the things that need no more than a few words. */
export function replied(
  how: 'confirm-booking-request' | 'reject-booking-request' | 'withdraw' | 'decline',
  words: object = {},
): Move {
  return ({ operator }, { ref }) => operator.post(`/api/v1/jobs/${ref}/${how}`, words)
}

/** A driver, by their place on the roster, and a vehicle are given; `duty` says which of the coaches, and as what. */
export function crewed(driver: number, vehicle_reg: string, duty: object = {}): Move {
  return ({ operator, driverIds }, { ref }) =>
    operator.post(`/api/v1/bookings/${ref}/driver`, { driver_id: driverIds[driver], vehicle_reg, ...duty })
}

/** The driver has seen the trip. */
export function acknowledged(driver: number): Move {
  return (stage, { ref }) => phoneOf(stage, driver).post(`/api/v1/driver/trips/${ref}/acknowledge`)
}

/** The driver walks around the vehicle, finds nothing, and sets out. */
export function setOut(driver: number, vehicle_reg: string): Move {
  return async (stage, part) => {
    const found = ['brakes', 'tyres_wheel_nuts', 'lights_indicators', 'seats_seat_belts', 'emergency_exits']
    await phoneOf(stage, driver).post('/api/v1/driver/vehicle-checks', {
      vehicle_reg,
      trip_ref: part.ref,
      kind: 'pre_trip',
      odometer: 184_220,
      checked_at: stage.now(),
      items: found.map((code) => ({ code, result: 'ok' })),
      safe_to_drive: true,
      declaration: true,
    })
    await reported(driver, 'en_route')(stage, part)
  }
}

/** The driver says where the trip stands. */
export function reported(driver: number, status: 'en_route' | 'arrived' | 'on_board'): Move {
  return (stage, { ref }) =>
    phoneOf(stage, driver).post(`/api/v1/driver/trips/${ref}/progress`, { status, occurred_at: stage.now() })
}

function phoneOf({ phones }: Stage, driver: number): Speaker {
  const phone = phones[driver]
  if (phone === undefined) throw new Error(`the demo's driver ${driver} has not signed in`)
  return phone
}

/** The customer gives the trip up. */
export function givenUp(reason: string): Move {
  return (_, { customer }) => customer.post('/customer/v1/trip/cancel', { reason })
}

/** The platform says what has become of the money. */
export function paidOut(report: object): Move {
  return async ({ platform, operator }, { ref }) => {
    const id = await payoutOf(operator, ref)
    for (let tries = 0; ; tries++) {
      try {
        return await platform.post(`/platform/v1/payouts/${id}`, report)
      } catch (fault) {
        // The worker has just learned what time it is and is still closing the trip.
        if (!(fault instanceof Refused && fault.code === 'invalid_transition') || tries > 200) throw fault
        await Bun.sleep(20)
      }
    }
  }
}

/** The payout of a booking. */
export async function payoutOf(operator: Speaker, ref: string): Promise<number> {
  const payouts = await operator.get<{ id: number; booking_ref: string }[]>('/api/v1/payouts?per_page=100')
  const payout = payouts.find(({ booking_ref }) => booking_ref === ref)
  if (payout === undefined) throw new Error(`the demo found no payout of ${ref}`)
  return payout.id
}
