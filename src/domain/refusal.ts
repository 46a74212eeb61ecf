import type { CardDecline } from './card-fault.ts'

/** Code of every refusal, stable for clients. The HTTP server maps it to a status. */
export type RefusalCode =
  | 'unauthenticated'
  | 'invalid_sign_in_link'
  | 'invalid_code'
  | 'missing_ability'
  | 'rotation_not_available'
  | 'wrong_credential'
  | 'admin_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'trip_cancelled'
  | 'booking_not_confirmed'
  | 'trip_finished'
  | 'last_admin'
  | 'job_closed'
  | 'quote_locked'
  | 'no_live_quote'
  | 'live_quote_exists'
  | 'quote_not_confirmed'
  | 'quote_expired'
  | 'quote_changed'
  | 'request_pending'
  | 'no_payment_due'
  | 'no_booking_request'
  | 'deposit_charge_failed'
  | 'invalid_transition'
  | 'not_own_trip'
  | 'amendment_pending'
  | 'no_show_too_early'
  | 'undo_expired'
  | 'vehicle_check_required'
  | 'vehicle_unsafe'
  | 'operator_choice_required'
  | 'erasure_already_scheduled'
  | 'setup_finished'
  | 'invalid_signature'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'validation_failed'
  | 'rate_limited'
  | 'server_error'
  | 'unavailable'

/** Facts in addition to `code` and `message`. Money in minor units, instants in ms. */
export type RefusalFacts = {
  readonly currentStatus?: string | null
  readonly allowed?: readonly string[]
  readonly notBefore?: number
  readonly allowedAt?: number
  /** Time until which the customer can pay. */
  readonly until?: number
  readonly revision?: number
  readonly priceAmount?: number
  readonly currencyCode?: string
  readonly paymentStatus?: string
  /** Reason for a declined card, for its customer only. */
  readonly declineReason?: CardDecline
  readonly operators?: readonly { readonly ref: string; readonly name: string }[]
  readonly missingAbility?: string
  /** Faults of the input, for `validation_failed`. Never empty. */
  readonly faults?: readonly InputFault[]
  /** Sentences for the faults, by the caller's field names, which only the HTTP server knows. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
}

/** A refusal for the caller. Any code throws it, and the HTTP server responds to it once. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly facts: RefusalFacts = {},
    /** Whole seconds, at least 1; sent as `Retry-After`. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

/** Path to a fault: keys and indexes from the outside in, `['vehicles', 0, 'vehicleId']`; empty for the whole input. */
export type InputPath = readonly (string | number)[]

/** A broken rule, with its path and facts. */
export type InputFault<Rule extends keyof InputRules = keyof InputRules> = {
  readonly path: InputPath
  readonly rule: Rule
  readonly facts: InputRules[Rule]
}

type Nothing = Readonly<Record<never, never>>
/** Another field of the same object, by its key. */
type OtherField = { readonly other: string }
/** Another field of the same object, by its key. `isOwn` for a field of the leg if the trip has a field of the same name. */
type OtherOrOwn = OtherField & { readonly isOwn?: boolean }
type ChoiceFault = OtherField & { readonly value: string }

/** Every rule beyond the shape of one field, with its facts. */
export type InputRules = {
  required: Nothing
  unknown: Nothing
  taken: Nothing
  timezone: Nothing
  currency: Nothing
  notByCard: Nothing
  country: Nothing
  postcode: Nothing
  vatNumber: Nothing
  iban: { readonly iban: string }
  requiredForVat: Nothing
  host: Nothing
  linkLocal: Nothing
  secretInClear: Nothing
  // Brands.
  colour: Nothing
  base64: Nothing
  mostBytes: { readonly most: number }
  picture: { readonly mediaType: string }
  placeholder: { readonly placeholder: string; readonly known: readonly string[] }
  // Instants.
  afterNow: Nothing
  inFuture: Nothing
  notInFuture: Nothing
  withinCentury: Nothing
  before: OtherField
  after: OtherOrOwn
  withinYearOf: OtherOrOwn
  withinYearOfLeg: Nothing
  notBefore: OtherField
  notBeforeLegBefore: Nothing
  notBeforeStopBefore: Nothing
  notAfterDeparture: Nothing
  withinDayAhead: Nothing
  // Relations between fields.
  requiredWhen: ChoiceFault
  absentWhen: ChoiceFault
  atMost: OtherField
  countsAtMost: OtherField
  mostItems: { readonly most: number }
  someTransfer: Nothing
  // Terms.
  notIncluded: { readonly kinds: readonly string[] }
  atMostPrice: Nothing
  atLeast: { readonly least: number }
  noAccount: Nothing
  falling: Nothing
  // Invoices.
  refsOrMonth: Nothing
  month: Nothing
  nothingBooked: Nothing
  oneCustomer: Nothing
  atMostDue: { readonly dueAmount: number }
  exactly: { readonly value: string }
  enoughSeats: { readonly least: number }
  // Amendments.
  atMostSeats: { readonly seats: number }
  consentNeeded: Nothing
  notBegun: Nothing
  noChange: Nothing
  // Operators and recipients.
  suspended: Nothing
  noOperator: Nothing
  whichOperator: Nothing
  oneCurrency: { readonly operatorRef: string; readonly itsCurrency: string; readonly tripCurrency: string | null }
  reachable: Nothing
  notForRole: Nothing
  nowhereToSend: Nothing
  emailOrPhone: Nothing
  phone: Nothing
  // Availability.
  vehicleOrDriver: Nothing
  withinDaysOf: OtherField & { readonly days: number }
  // On the road.
  contactAttempted: Nothing
  gradedDefect: Nothing
  ungraded: Nothing
  // Webhooks.
  mostSubscriptions: { readonly most: number }
  mostCharacters: { readonly most: number }
  url: Nothing
  webScheme: { readonly allowsHttp: boolean }
  noUser: Nothing
  noFragment: Nothing
  port: Nothing
  publicAddress: Nothing
}

/** A broken rule at a path. */
export function faultAt<Rule extends keyof InputRules>(
  path: InputPath,
  rule: Rule,
  ...facts: Nothing extends InputRules[Rule] ? [] : [InputRules[Rule]]
): InputFault {
  return { path, rule, facts: facts[0] ?? {} } as InputFault
}

/** `validation_failed` for one fault. */
export function invalid<Rule extends keyof InputRules>(...fault: Parameters<typeof faultAt<Rule>>): Refusal {
  return invalidInput([faultAt(...fault)])
}

/** `validation_failed` for several. */
export function invalidInput(faults: readonly InputFault[]): Refusal {
  return new Refusal('validation_failed', 'The request is not valid.', { faults })
}

/** Runs `work` and puts the path of its faults below this field. */
export async function runWithinField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    const faults = fault instanceof Refusal ? fault.facts.faults : undefined
    if (faults === undefined) throw fault
    throw invalidInput(faults.map((one) => ({ ...one, path: [field, ...one.path] })))
  }
}

/** Refuses `validation_failed` if there is any fault. */
export function refuseFaults(faults: readonly InputFault[]): void {
  if (faults.length > 0) throw invalidInput(faults)
}

/** The refusal for a missing thing and for another account's thing, so that callers cannot distinguish them. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'Not found on this account.')
}

/** The found thing. Refuses `not_found` for null. */
export async function requireFound<T>(found: Promise<T | null>): Promise<T> {
  const it = await found
  if (it === null) throw notFound()
  return it
}
