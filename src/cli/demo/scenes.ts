import { plates } from './cast.ts'
import type { Days } from './days.ts'
import {
  acknowledgeAsDriver,
  assignAsOperator,
  bookCheapestQuote,
  bookedCheapest,
  cancelAsCustomer,
  type Move,
  quoteAsOperator,
  quoteAsRival,
  replyAsOperator,
  reportPayoutAsPlatform,
  reportStepAsDriver,
  requestCheapestQuote,
  setOutAsDriver,
} from './moves.ts'
import type { DemoTripName } from './trips.ts'

/** The behaviour of a customer during the demo. */
export type Behaviour = 'books' | 'has a bad card' | 'changes their mind'

/** The history of one trip: its departure and the actions on it. Days count from now, with fractions. */
export type Scene = {
  readonly trip: DemoTripName
  readonly leaves: number
  readonly quoteBy?: number
  readonly offered: number
  readonly beats?: readonly (readonly [number, Move])[]
  readonly behaviour?: Behaviour
}

const [first, second, third, fourth, fifth] = plates

const buildWonMoves = (at: number, price: number, seats: number, book = bookedCheapest) =>
  [
    [at + 0.2, quoteAsOperator('confirmed', { price, seats })],
    [at + 1, book],
  ] as const

/** A card that pays the deposit, and is declined for the automatic balance charge. */
const bookedByHand = bookCheapestQuote('pm_card_chargeCustomerFail')

/** Every state of a job, quote, booking and payout, by its name in the demo. */
export function buildScenes(days: Days) {
  return {
    paid: {
      ...{ trip: 'railwayMuseum', leaves: -40, offered: -60 },
      beats: [
        ...buildWonMoves(-60, 61_500, 49),
        [-45, assignAsOperator(0, first)],
        [-25, reportPayoutAsPlatform({ status: 'in_transit', statement_ref: 'PAY-1041' })],
        [-24, reportPayoutAsPlatform({ status: 'paid', statement_ref: 'PAY-1041' })],
      ],
    },
    failed: {
      ...{ trip: 'cricket', leaves: -33, offered: -55 },
      beats: [
        ...buildWonMoves(-55, 48_000, 35),
        [-45, assignAsOperator(1, second)],
        [-15, reportPayoutAsPlatform({ status: 'failed', failure_reason: 'The bank says the account is closed.' })],
      ],
    },
    inTransit: {
      ...{ trip: 'boltonAbbey', leaves: -17, offered: -55 },
      beats: [
        ...buildWonMoves(-55, 39_500, 35),
        [-45, assignAsOperator(2, third)],
        [-1.5, reportPayoutAsPlatform({ status: 'in_transit', statement_ref: 'PAY-1057' })],
      ],
    },
    scheduled: {
      ...{ trip: 'funeral', leaves: -3, offered: -12 },
      beats: [...buildWonMoves(-12, 26_000, 35), [-8, assignAsOperator(0, third)]],
    },
    refunded: {
      ...{ trip: 'altonTowers', leaves: 20, offered: -50 },
      beats: [...buildWonMoves(-50, 98_000, 53), [-20, cancelAsCustomer('The camp was moved to another month.')]],
    },
    partRefunded: {
      ...{ trip: 'wedding', leaves: 10, offered: -30 },
      beats: [...buildWonMoves(-30, 54_000, 53), [-8, cancelAsCustomer('The venue is double-booked.')]],
    },
    expiredQuote: {
      ...{ trip: 'cruise', leaves: 18, offered: -8 },
      beats: [[-7.5, quoteAsOperator('likely', { price: 72_000, seats: 49, validUntil: days.fromNow(-2) })]],
    },
    expired: { trip: 'replacement', leaves: 6, offered: -5 },
    lost: {
      ...{ trip: 'arrival', leaves: 15, offered: -8 },
      beats: [
        [-7.5, quoteAsOperator('likely', { price: 44_000, seats: 35 })],
        [-7, quoteAsRival('confirmed', { price: 41_000, seats: 33 })],
        [-6, bookedCheapest],
      ],
    },
    declined: {
      ...{ trip: 'edinburgh', leaves: 9, offered: -1 },
      beats: [[-0.5, replyAsOperator('decline', { reason_code: 'driver_hours', note: 'Nine hours at the wheel in one day.' })]],
    },
    cancelled: {
      ...{ trip: 'whitby', leaves: 24, offered: -3 },
      beats: [
        [-2.5, quoteAsOperator('likely', { price: 69_000, seats: 49 })],
        [-1, cancelAsCustomer('Too few of us signed up.')],
      ],
    },
    withoutDriver: { ...{ trip: 'altonTowers', leaves: 12, offered: -20 }, beats: [...buildWonMoves(-20, 99_500, 53)] },
    /** The card was declined on the due date, and the balance is unpaid. */
    overdue: { ...{ trip: 'boltonAbbey', leaves: 9, offered: -25 }, beats: [...buildWonMoves(-25, 39_500, 35, bookedByHand)] },
    /** The card was declined yesterday, on the due date, and the balance is unpaid. The office has emailed a payment page. */
    cardDeclined: { ...{ trip: 'arrival', leaves: 13, offered: -22 }, beats: [...buildWonMoves(-22, 45_000, 35, bookedByHand)] },
    withDriver: {
      ...{ trip: 'railwayMuseum', leaves: 5, offered: -20 },
      beats: [...buildWonMoves(-20, 62_000, 49), [-8, assignAsOperator(1, second)]],
    },
    /** Two vehicles, and another driver who drives the second one back. */
    twoCoaches: {
      ...{ trip: 'sportsDay', leaves: 8, offered: -20 },
      beats: [
        [-19.8, quoteAsOperator('confirmed', { price: 121_000, seats: 53, coaches: 2 })],
        [-19, bookedCheapest],
        [-8, assignAsOperator(0, fourth, { report_place: 'Depot, Railway Road', passenger_count: 50 })],
        [-8, assignAsOperator(1, first, { vehicle_no: 2, passenger_count: 46 })],
        [-7, assignAsOperator(2, first, { vehicle_no: 2, role: 'relief', legs: [3] })],
        [-2, acknowledgeAsDriver(0)],
      ],
    },
    /** The operator has asked its customer for consent to a change. */
    toBeChanged: { ...{ trip: 'whitby', leaves: 12, offered: -6 }, beats: [...buildWonMoves(-6, 70_000, 49)] },
    withWarnings: {
      ...{ trip: 'cricket', leaves: 5, offered: -20 },
      beats: [...buildWonMoves(-20, 47_000, 35), [-8, assignAsOperator(5, fourth)]],
    },
    tomorrow: {
      ...{ trip: 'airport', leaves: 1, offered: -12 },
      beats: [...buildWonMoves(-12, 31_000, 16), [-8, assignAsOperator(0, fifth)], [-2, acknowledgeAsDriver(0)]],
    },
    onTheRoad: {
      ...{ trip: 'cruise', leaves: -0.05, offered: -12 },
      beats: [
        ...buildWonMoves(-12, 73_000, 49),
        [-8, assignAsOperator(1, first)],
        [-2, acknowledgeAsDriver(1)],
        [-0.08, setOutAsDriver(1, first)],
        [-0.06, reportStepAsDriver(1, 'arrived')],
        [-0.045, reportStepAsDriver(1, 'on_board')],
      ],
    },
    rejected: {
      ...{ trip: 'boltonAbbey', leaves: 21, offered: -2 },
      beats: [
        [-1.8, quoteAsOperator('likely', { price: 40_500, seats: 35 })],
        [-1.5, requestCheapestQuote],
        [
          -1,
          replyAsOperator('reject-booking-request', {
            reason: 'The midicoach is at its MOT that day.',
            reason_code: 'vehicle_unavailable',
          }),
        ],
      ],
    },
    withdrawn: {
      ...{ trip: 'wedding', leaves: 33, offered: -2 },
      beats: [
        [-1.8, quoteAsOperator('confirmed', { price: 55_000, seats: 53 })],
        [-1, replyAsOperator('withdraw', { note: 'Priced for the wrong day.' })],
      ],
    },
    likely: {
      ...{ trip: 'cruise', leaves: 29, offered: -1 },
      beats: [[-0.5, quoteAsOperator('likely', { price: 71_000, seats: 49 })]],
    },
    confirmed: {
      ...{ trip: 'arrival', leaves: 26, offered: -1 },
      beats: [[-0.5, quoteAsOperator('confirmed', { price: 43_500, seats: 35 })]],
    },
    unsure: {
      ...{ trip: 'funeral', leaves: 16, offered: -1 },
      beats: [[-0.5, quoteAsOperator('confirmed', { price: 25_500, seats: 35 })]],
    },
    requested: {
      ...{ trip: 'whitby', leaves: 31, offered: -1 },
      beats: [
        [-0.5, quoteAsOperator('likely', { price: 68_500, seats: 49 })],
        [-0.1, requestCheapestQuote],
      ],
    },
    waiting: {
      ...{ trip: 'boltonAbbey', leaves: 38, offered: -1 },
      beats: [
        [-0.5, quoteAsOperator('likely', { price: 41_000, seats: 35 })],
        [-0.1, requestCheapestQuote],
      ],
    },
    asked: {
      ...{ trip: 'replacement', leaves: 14, offered: -1 },
      beats: [
        [-0.5, quoteAsOperator('likely', { price: 58_000, seats: 71 })],
        [-0.1, requestCheapestQuote],
      ],
    },
    /** Two operators compete, and the holder of the link chooses. */
    choice: {
      ...{ trip: 'edinburgh', leaves: 36, offered: -1 },
      beats: [
        [-0.5, quoteAsOperator('likely', { price: 118_000, seats: 35, note: 'Two drivers, because of the distance.' })],
        [-0.5, quoteAsRival('confirmed', { price: 131_000, seats: 33 })],
      ],
    },
    fresh: { trip: 'railwayMuseum', leaves: 23, offered: -0.1, behaviour: 'books' },
    freshToo: { trip: 'wedding', leaves: 40, offered: -0.1, behaviour: 'books' },
    unlucky: { trip: 'cricket', leaves: 19, offered: -0.1, behaviour: 'has a bad card' },
    fickle: { trip: 'altonTowers', leaves: 45, offered: -0.1, behaviour: 'changes their mind' },
    closing: { trip: 'airport', leaves: 7, offered: -0.1, quoteBy: 0.2, behaviour: 'books' },
    unwanted: { trip: 'edinburgh', leaves: 11, offered: -0.1, quoteBy: 0.8, behaviour: 'books' },
  } as const satisfies Readonly<Record<string, Scene>>
}

export type SceneName = keyof ReturnType<typeof buildScenes>
