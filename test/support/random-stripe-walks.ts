import fc, { type Arbitrary } from 'fast-check'
import { days, hours, minutes } from './market.ts'
import type { StripeCall } from './stripe/calls.ts'
import type { CardName } from './stripe/cards.ts'
import type { FaultKind } from './stripe/faults.ts'

/** One of the two operators that have quoted. */
type Which = 0 | 1

/** One step in one trip. Pages and quotes are counted from the newest, so that 0 is the tab in front. */
export type WalkMove =
  /** The usual next step of the customer, or of the operator if the trip waits for one. */
  | { readonly does: 'onward'; readonly of: Which; readonly card: CardName; readonly bank: boolean | 'not_yet' }
  | { readonly does: 'request' | 'book'; readonly of: Which; readonly back: number; readonly isAsShown: boolean }
  | { readonly does: 'type'; readonly back: number; readonly card: CardName; readonly bank: boolean | 'not_yet' }
  | { readonly does: 'answer_bank'; readonly back: number; readonly isConfirmed: boolean }
  | { readonly does: 'pay' | 'cancel-request' | 'check-payment' | 'cancel' | 'again' | 'accept' }
  | { readonly does: 'revise'; readonly of: Which; readonly availability: 'likely' | 'confirmed'; readonly price: number }
  | { readonly does: 'amend'; readonly consent: 'ask' | 'given'; readonly price: number }
  | { readonly does: 'call_off' | 'record' | 'extra' }
  | { readonly does: OperatorMove; readonly of: Which }

/** The operator records money in doubt as received, as Stripe shows it; no effect without such money. */
type SettlingMove = 'deposit-received' | 'settled-by-hand'

type OperatorMove = SettlingMove | 'confirm' | 'confirm_twice' | 'reject' | 'withdraw' | 'unconfirm' | 'mail_page'

/** An event for all trips together, before anyone moves. */
export type WalkEvent =
  | { readonly is: 'nothing' | 'stripe_leaves' | 'stripe_is_back' | 'server_dies' }
  /** Seconds by our clock, and by Stripe's clock if it advances too. */
  | { readonly is: 'time'; readonly seconds: number; readonly isStripeToo: boolean }
  | { readonly is: 'fault'; readonly call: StripeCall; readonly how: FaultKind; readonly times: number }

/** A trip and its steps round by round, one or two together. */
export type RandomWalk = {
  readonly departsIn: number
  readonly availability: readonly ('likely' | 'confirmed')[]
  readonly rounds: readonly (readonly WalkMove[])[]
}

/** Walks that share a server, a Stripe and their clocks. */
export type WalkGroup = {
  readonly hasWebhooks: boolean
  readonly happenings: readonly WalkEvent[]
  readonly walks: readonly RandomWalk[]
}

/** One of these, chosen by weight. */
function oneOf<T>(those: readonly (readonly [number, Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...those.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

const which = fc.constantFrom<Which>(0, 1)
const back = fc.constantFrom(0, 0, 0, 1, 2)
const availability = fc.constantFrom('likely' as const, 'confirmed' as const)

const fewCards = ['sca_once', 'sca_always', 'declined', 'declines_later', 'insufficient_later', 'lost_later'] as const
const card = fc.oneof(
  { weight: 3, arbitrary: fc.constant<CardName>('visa') },
  { weight: 2, arbitrary: fc.constantFrom(...fewCards) },
)
const bank = fc.constantFrom(true, true, true, false, 'not_yet' as const)

const moves: readonly (readonly [number, Arbitrary<WalkMove>])[] = [
  [40, fc.record({ does: fc.constant('onward' as const), of: which, card, bank })],
  [8, fc.record({ does: fc.constant('type' as const), back, card, bank })],
  [1, fc.record({ does: fc.constant('answer_bank' as const), back, isConfirmed: fc.boolean() })],
  [6, fc.record({ does: fc.constantFrom('request' as const, 'book' as const), of: which, back, isAsShown: fc.boolean() })],
  [
    10,
    fc.record({ does: fc.constantFrom('pay' as const, 'cancel-request' as const, 'check-payment' as const, 'again' as const) }),
  ],
  [1, fc.record({ does: fc.constant('cancel' as const) })],
  [2, fc.record({ does: fc.constant('revise' as const), of: which, availability, price: fc.constantFrom(64_000, 70_000) })],
  [6, fc.record({ does: fc.constantFrom('confirm' as const, 'confirm_twice' as const, 'mail_page' as const), of: which })],
  [3, fc.record({ does: fc.constantFrom('deposit-received' as const, 'settled-by-hand' as const), of: which })],
  [3, fc.record({ does: fc.constantFrom('reject' as const, 'withdraw' as const, 'unconfirm' as const), of: which })],
  [4, fc.record({ does: fc.constantFrom('call_off' as const, 'record' as const, 'extra' as const, 'extra' as const) })],
  [
    4,
    fc.record({
      does: fc.constant('amend' as const),
      consent: fc.constantFrom('ask' as const, 'given' as const),
      price: fc.constantFrom(60_000, 70_000, 75_000),
    }),
  ],
  [4, fc.record({ does: fc.constant('accept' as const) })],
]
const move = oneOf(moves)

const faults: readonly FaultKind[] = [
  'drop_before',
  'drop_after',
  '500_before',
  '500_after',
  '429',
  '401',
  'cut',
  'html',
  'hang_after',
]

const calls: readonly StripeCall[] = [
  ...(['customers.create', 'checkout.sessions.create', 'checkout.sessions.retrieve', 'checkout.sessions.expire'] as const),
  ...(['paymentIntents.create', 'paymentIntents.retrieve', 'paymentIntents.confirm', 'paymentIntents.cancel'] as const),
  ...(['refunds.create', 'refunds.list', 'paymentMethods.detach'] as const),
]

/** The clock advances a little during requests and bookings, and a lot afterwards. */
const happeningIn = (seconds: readonly number[]) =>
  oneOf<WalkEvent>([
    [8, fc.constant({ is: 'nothing' as const })],
    [6, fc.record({ is: fc.constant('time' as const), seconds: fc.constantFrom(...seconds), isStripeToo: fc.boolean() })],
    [
      6,
      fc.record({
        is: fc.constant('fault' as const),
        call: fc.constantFrom(...calls),
        how: fc.constantFrom(...faults),
        times: fc.integer({ min: 1, max: 4 }),
      }),
    ],
    [1, fc.constantFrom({ is: 'stripe_leaves' as const }, { is: 'server_dies' as const })],
    [2, fc.constant({ is: 'stripe_is_back' as const })],
  ])

const early = happeningIn([5, 20, minutes(1), minutes(1), minutes(31), hours(13), hours(25)])
const late = happeningIn([minutes(1), minutes(31), hours(25), days(15), days(15), days(46)])
const happenings = fc.tuple(...Array.from({ length: 9 }, () => early), ...Array.from({ length: 5 }, () => late))
const rounds = 14

const walk: Arbitrary<RandomWalk> = fc.record({
  departsIn: fc.constantFrom(days(60), days(60), days(60), days(10), days(2)),
  availability: fc.tuple(availability, availability),
  rounds: fc.array(
    oneOf<readonly WalkMove[]>([
      [3, fc.tuple(move)],
      [1, fc.tuple(move, move)],
    ]),
    { minLength: rounds, maxLength: rounds },
  ),
})

/** The walks of a seed: the same each time. */
export function walkGroupOfSeed(seed: number, walks: number): WalkGroup {
  const party = fc.record({
    hasWebhooks: fc.boolean(),
    happenings,
    walks: fc.array(walk, { minLength: walks, maxLength: walks }),
  })
  const [made] = fc.sample(party, { seed, numRuns: 1 })
  if (made === undefined) throw new Error('There is a party for each seed.')
  return made
}
