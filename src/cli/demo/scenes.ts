import { plates } from './cast.ts'
import type { Days } from './days.ts'
import {
  acknowledged,
  bookedCheapest,
  bookedWith,
  crewed,
  givenUp,
  type Move,
  outbid,
  paidOut,
  quoted,
  replied,
  reported,
  requestedCheapest,
  setOut,
} from './moves.ts'
import type { WishName } from './trips.ts'

/** The behaviour of a customer when the operator acts while somebody watches. */
export type Behaviour = 'books' | 'has a bad card' | 'changes their mind'

/** The story of one trip: when it leaves, and who did what. Days count from now, parts of a day included. */
export type Scene = {
  readonly wish: WishName
  readonly leaves: number
  readonly quoteBy?: number
  readonly offered: number
  readonly beats?: readonly (readonly [number, Move])[]
  readonly behaviour?: Behaviour
}

const [first, second, third, fourth, fifth] = plates

const won = (at: number, price: number, seats: number, book = bookedCheapest) =>
  [
    [at + 0.2, quoted('confirmed', { price, seats })],
    [at + 1, book],
  ] as const

/** Pays the deposit while the customer is there, and is declined when the balance is charged without them. */
const bookedByHand = bookedWith('pm_card_chargeCustomerFail')

/** Every state a job, a quote, a booking and a payout can be in, by the name the rest of the demo knows it under. */
export function scenesOn(days: Days) {
  return {
    paid: {
      ...{ wish: 'railwayMuseum', leaves: -40, offered: -60 },
      beats: [
        ...won(-60, 61_500, 49),
        [-45, crewed(0, first)],
        [-25, paidOut({ status: 'in_transit', statement_ref: 'PAY-1041' })],
        [-24, paidOut({ status: 'paid', statement_ref: 'PAY-1041' })],
      ],
    },
    failed: {
      ...{ wish: 'cricket', leaves: -33, offered: -55 },
      beats: [
        ...won(-55, 48_000, 35),
        [-45, crewed(1, second)],
        [-15, paidOut({ status: 'failed', failure_reason: 'The bank says the account is closed.' })],
      ],
    },
    inTransit: {
      ...{ wish: 'boltonAbbey', leaves: -17, offered: -55 },
      beats: [
        ...won(-55, 39_500, 35),
        [-45, crewed(2, third)],
        [-1.5, paidOut({ status: 'in_transit', statement_ref: 'PAY-1057' })],
      ],
    },
    scheduled: {
      ...{ wish: 'funeral', leaves: -3, offered: -12 },
      beats: [...won(-12, 26_000, 35), [-8, crewed(0, third)]],
    },
    refunded: {
      ...{ wish: 'altonTowers', leaves: 20, offered: -50 },
      beats: [...won(-50, 98_000, 53), [-20, givenUp('The camp was moved to another month.')]],
    },
    partRefunded: {
      ...{ wish: 'wedding', leaves: 10, offered: -30 },
      beats: [...won(-30, 54_000, 53), [-8, givenUp('The venue is double-booked.')]],
    },
    expiredQuote: {
      ...{ wish: 'cruise', leaves: 18, offered: -8 },
      beats: [[-7.5, quoted('likely', { price: 72_000, seats: 49, validUntil: days.fromNow(-2) })]],
    },
    expired: { wish: 'replacement', leaves: 6, offered: -5 },
    lost: {
      ...{ wish: 'arrival', leaves: 15, offered: -8 },
      beats: [
        [-7.5, quoted('likely', { price: 44_000, seats: 35 })],
        [-7, outbid('confirmed', { price: 41_000, seats: 33 })],
        [-6, bookedCheapest],
      ],
    },
    declined: {
      ...{ wish: 'edinburgh', leaves: 9, offered: -1 },
      beats: [[-0.5, replied('decline', { reason_code: 'driver_hours', note: 'Nine hours at the wheel in one day.' })]],
    },
    cancelled: {
      ...{ wish: 'whitby', leaves: 24, offered: -3 },
      beats: [
        [-2.5, quoted('likely', { price: 69_000, seats: 49 })],
        [-1, givenUp('Too few of us signed up.')],
      ],
    },
    withoutDriver: { ...{ wish: 'altonTowers', leaves: 12, offered: -20 }, beats: [...won(-20, 99_500, 53)] },
    /** The card was declined when the balance fell due, and no one has paid since. */
    overdue: { ...{ wish: 'boltonAbbey', leaves: 9, offered: -25 }, beats: [...won(-25, 39_500, 35, bookedByHand)] },
    /**
     * The card was declined yesterday, when the balance fell due, and no one has paid since. The office has mailed a
     * page to pay on.
     */
    cardDeclined: { ...{ wish: 'arrival', leaves: 13, offered: -22 }, beats: [...won(-22, 45_000, 35, bookedByHand)] },
    withDriver: {
      ...{ wish: 'railwayMuseum', leaves: 5, offered: -20 },
      beats: [...won(-20, 62_000, 49), [-8, crewed(1, second)]],
    },
    /** Two coaches, and another driver who brings the second one back. */
    twoCoaches: {
      ...{ wish: 'sportsDay', leaves: 8, offered: -20 },
      beats: [
        [-19.8, quoted('confirmed', { price: 121_000, seats: 53, coaches: 2 })],
        [-19, bookedCheapest],
        [-8, crewed(0, fourth, { report_place: 'Depot, Railway Road', passenger_count: 50 })],
        [-8, crewed(1, first, { vehicle_no: 2, passenger_count: 46 })],
        [-7, crewed(2, first, { vehicle_no: 2, role: 'relief', legs: [3] })],
        [-2, acknowledged(0)],
      ],
    },
    /** The operator asks its customer whether it may be changed. */
    toBeChanged: { ...{ wish: 'whitby', leaves: 12, offered: -6 }, beats: [...won(-6, 70_000, 49)] },
    withWarnings: {
      ...{ wish: 'cricket', leaves: 5, offered: -20 },
      beats: [...won(-20, 47_000, 35), [-8, crewed(5, fourth)]],
    },
    tomorrow: {
      ...{ wish: 'airport', leaves: 1, offered: -12 },
      beats: [...won(-12, 31_000, 16), [-8, crewed(0, fifth)], [-2, acknowledged(0)]],
    },
    onTheRoad: {
      ...{ wish: 'cruise', leaves: -0.05, offered: -12 },
      beats: [
        ...won(-12, 73_000, 49),
        [-8, crewed(1, first)],
        [-2, acknowledged(1)],
        [-0.08, setOut(1, first)],
        [-0.06, reported(1, 'arrived')],
        [-0.045, reported(1, 'on_board')],
      ],
    },
    rejected: {
      ...{ wish: 'boltonAbbey', leaves: 21, offered: -2 },
      beats: [
        [-1.8, quoted('likely', { price: 40_500, seats: 35 })],
        [-1.5, requestedCheapest],
        [
          -1,
          replied('reject-booking-request', {
            reason: 'The midicoach is at its MOT that day.',
            reason_code: 'vehicle_unavailable',
          }),
        ],
      ],
    },
    withdrawn: {
      ...{ wish: 'wedding', leaves: 33, offered: -2 },
      beats: [
        [-1.8, quoted('confirmed', { price: 55_000, seats: 53 })],
        [-1, replied('withdraw', { note: 'Priced for the wrong day.' })],
      ],
    },
    likely: {
      ...{ wish: 'cruise', leaves: 29, offered: -1 },
      beats: [[-0.5, quoted('likely', { price: 71_000, seats: 49 })]],
    },
    confirmed: {
      ...{ wish: 'arrival', leaves: 26, offered: -1 },
      beats: [[-0.5, quoted('confirmed', { price: 43_500, seats: 35 })]],
    },
    unsure: {
      ...{ wish: 'funeral', leaves: 16, offered: -1 },
      beats: [[-0.5, quoted('confirmed', { price: 25_500, seats: 35 })]],
    },
    requested: {
      ...{ wish: 'whitby', leaves: 31, offered: -1 },
      beats: [
        [-0.5, quoted('likely', { price: 68_500, seats: 49 })],
        [-0.1, requestedCheapest],
      ],
    },
    waiting: {
      ...{ wish: 'boltonAbbey', leaves: 38, offered: -1 },
      beats: [
        [-0.5, quoted('likely', { price: 41_000, seats: 35 })],
        [-0.1, requestedCheapest],
      ],
    },
    asked: {
      ...{ wish: 'replacement', leaves: 14, offered: -1 },
      beats: [
        [-0.5, quoted('likely', { price: 58_000, seats: 71 })],
        [-0.1, requestedCheapest],
      ],
    },
    /** Two operators compete here, and the choice is left to the holder of the link. */
    choice: {
      ...{ wish: 'edinburgh', leaves: 36, offered: -1 },
      beats: [
        [-0.5, quoted('likely', { price: 118_000, seats: 35, note: 'Two drivers, because of the distance.' })],
        [-0.5, outbid('confirmed', { price: 131_000, seats: 33 })],
      ],
    },
    fresh: { wish: 'railwayMuseum', leaves: 23, offered: -0.1, behaviour: 'books' },
    freshToo: { wish: 'wedding', leaves: 40, offered: -0.1, behaviour: 'books' },
    unlucky: { wish: 'cricket', leaves: 19, offered: -0.1, behaviour: 'has a bad card' },
    fickle: { wish: 'altonTowers', leaves: 45, offered: -0.1, behaviour: 'changes their mind' },
    closing: { wish: 'airport', leaves: 7, offered: -0.1, quoteBy: 0.2, behaviour: 'books' },
    unwanted: { wish: 'edinburgh', leaves: 11, offered: -0.1, quoteBy: 0.8, behaviour: 'books' },
  } as const satisfies Readonly<Record<string, Scene>>
}

export type SceneName = keyof ReturnType<typeof scenesOn>
