import { Refused, type Speaker } from './speaker.ts'

/** All actors of the demo's past. */
export type Stage = {
  readonly platform: Speaker
  readonly operator: Speaker
  readonly rival: Speaker
  readonly driverIds: readonly number[]
  /** The phones of the signed-in drivers, by the driver's place on the roster. */
  readonly phones: readonly Speaker[]
  /** The present instant of the past, by the server's clock. */
  now(): string
}

/** One trip in play, and its customer. */
export type Part = { readonly ref: string; readonly name: string; readonly customer: Speaker; readonly customerUrl: string }

/** An action on a trip. */
export type Move = (stage: Stage, part: Part) => Promise<unknown>

/** The part of a customer's trip that the demo reads. */
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
  /** Number of coaches; one by default. */
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

function buildQuoteTerms(
  availability: 'likely' | 'confirmed',
  { price, seats, coaches = 1, validUntil, note }: QuotedTerms,
): object {
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

/** Quotes as the operator; a price in minor units. */
export function quoteAsOperator(availability: 'likely' | 'confirmed', terms: QuotedTerms): Move {
  return ({ operator }, { ref }) => operator.post(`/api/v1/jobs/${ref}/quote`, buildQuoteTerms(availability, terms))
}

/** Quotes as the other operator. */
export function quoteAsRival(availability: 'likely' | 'confirmed', terms: QuotedTerms): Move {
  return ({ rival }, { ref }) => rival.post(`/api/v1/jobs/${ref}/quote`, buildQuoteTerms(availability, terms))
}

/** Requests the cheapest quote for the customer. */
export const requestCheapestQuote: Move = async (_, { customer }) => {
  const quote_id = await findCheapestQuote(customer, 'likely')
  return customer.post('/customer/v1/trip/request-booking', { quote_id, payment_method: 'pm_card_visa' })
}

/** Books the cheapest quote immediately, with a card of this name. */
export function bookCheapestQuote(payment_method: string): Move {
  return async (_, { customer }) => {
    const quote_id = await findCheapestQuote(customer, 'confirmed')
    return customer.post('/customer/v1/trip/book', { quote_id, payment_method })
  }
}

/** Books the cheapest quote immediately, with a card that always pays. */
export const bookedCheapest = bookCheapestQuote('pm_card_visa')

async function findCheapestQuote(customer: Speaker, status: string): Promise<number> {
  const { quotes } = await customer.get<SeenTrip>('/customer/v1/trip')
  const [first] = quotes.filter((quote) => quote.status === status).sort((a, b) => a.price_amount - b.price_amount)
  if (first === undefined) throw new Error(`the demo's customer found no ${status} quote`)
  return first.id
}

/** A move of the operator without details. */
export function replyAsOperator(
  how: 'confirm-booking-request' | 'reject-booking-request' | 'withdraw' | 'decline',
  words: object = {},
): Move {
  return ({ operator }, { ref }) => operator.post(`/api/v1/jobs/${ref}/${how}`, words)
}

/** Assigns a driver, by their place on the roster, and a vehicle; `duty` is the vehicle's number and the role. */
export function assignAsOperator(driver: number, vehicle_reg: string, duty: object = {}): Move {
  return ({ operator, driverIds }, { ref }) =>
    operator.post(`/api/v1/bookings/${ref}/driver`, { driver_id: driverIds[driver], vehicle_reg, ...duty })
}

/** Acknowledges the trip as the driver. */
export function acknowledgeAsDriver(driver: number): Move {
  return (stage, { ref }) => findDriverPhone(stage, driver).post(`/api/v1/driver/trips/${ref}/acknowledge`)
}

/** Checks the vehicle without a defect and sets out, as the driver. */
export function setOutAsDriver(driver: number, vehicle_reg: string): Move {
  return async (stage, part) => {
    const found = ['brakes', 'tyres_wheel_nuts', 'lights_indicators', 'seats_seat_belts', 'emergency_exits']
    await findDriverPhone(stage, driver).post('/api/v1/driver/vehicle-checks', {
      vehicle_reg,
      trip_ref: part.ref,
      kind: 'pre_trip',
      odometer: 184_220,
      checked_at: stage.now(),
      items: found.map((code) => ({ code, result: 'ok' })),
      safe_to_drive: true,
      declaration: true,
    })
    await reportStepAsDriver(driver, 'en_route')(stage, part)
  }
}

/** Reports a step as the driver. */
export function reportStepAsDriver(driver: number, status: 'en_route' | 'arrived' | 'on_board'): Move {
  return (stage, { ref }) =>
    findDriverPhone(stage, driver).post(`/api/v1/driver/trips/${ref}/progress`, { status, occurred_at: stage.now() })
}

function findDriverPhone({ phones }: Stage, driver: number): Speaker {
  const phone = phones[driver]
  if (phone === undefined) throw new Error(`the demo's driver ${driver} has not signed in`)
  return phone
}

/** Cancels the trip as the customer. */
export function cancelAsCustomer(reason: string): Move {
  return (_, { customer }) => customer.post('/customer/v1/trip/cancel', { reason })
}

/** Reports a payout as the platform. */
export function reportPayoutAsPlatform(report: object): Move {
  return async ({ platform, operator }, { ref }) => {
    const id = await findPayoutOfTrip(operator, ref)
    for (let tries = 0; ; tries++) {
      try {
        return await platform.post(`/platform/v1/payouts/${id}`, report)
      } catch (fault) {
        // The worker has just noticed the new time and is still closing the trip.
        if (!(fault instanceof Refused && fault.code === 'invalid_transition') || tries > 200) throw fault
        await Bun.sleep(20)
      }
    }
  }
}

/** The payout of a booking. */
export async function findPayoutOfTrip(operator: Speaker, ref: string): Promise<number> {
  const payouts = await operator.get<{ id: number; booking_ref: string }[]>('/api/v1/payouts?per_page=100')
  const payout = payouts.find(({ booking_ref }) => booking_ref === ref)
  if (payout === undefined) throw new Error(`the demo found no payout of ${ref}`)
  return payout.id
}
