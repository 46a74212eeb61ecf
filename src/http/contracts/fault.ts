import { type InputFault, type InputPath, type InputRules, Refusal } from '../../domain/refusal.ts'

/** Dotted path of the faulty field → sentences, never empty. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>

/** `validation_failed` for several fields. The message is the first sentence and the number of further errors. */
export function refuseInvalidFields(fields: FieldFaults): Refusal {
  const sentences = Object.values(fields).flat()
  const more = sentences.length - 1
  const tail = more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : ''
  return new Refusal('validation_failed', `${sentences[0] ?? 'The request is not valid.'}${tail}`, { fields })
}

/** `validation_failed` for one field. */
export function refuseInvalidField(field: string, sentence: string): Refusal {
  return refuseInvalidFields({ [field]: [sentence] })
}

/** The domain's faults, with the API's field names and in sentences for people. */
export function asFieldFaults(faults: readonly InputFault[]): FieldFaults {
  const byField = Map.groupBy(faults, ({ path }) => toFieldPath(path))
  return Object.fromEntries([...byField].map(([field, found]) => [field, found.map((fault) => formatInputFault(field, fault))]))
}

/** `['legs', 0, 'departsAt']` → `legs.0.departs_at`; the whole is `body`. */
function toFieldPath(path: InputPath): string {
  return path.length === 0 ? 'body' : path.map((step) => (typeof step === 'number' ? step : toFieldName(step))).join('.')
}

/** The API's name for a key of the domain: the key in snake_case. */
function toFieldName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function formatInputFault<Rule extends keyof InputRules>(field: string, { rule, facts }: InputFault<Rule>): string {
  return sentences[rule](field, facts)
}

function formatOtherField({ other, isOwn = false }: InputRules['after']): string {
  return isOwn ? `its ${toFieldName(other)}` : toFieldName(other)
}

const sentences: { readonly [Rule in keyof InputRules]: (field: string, facts: InputRules[Rule]) => string } = {
  required: (field) => `The ${field} field is required.`,
  unknown: (field) => `The selected ${field} is invalid.`,
  taken: (field) => `The ${field} is already in use.`,
  timezone: (field) => `The ${field} field must be an IANA time zone.`,
  currency: (field) => `The ${field} field must be an ISO 4217 code.`,
  notByCard: (field) => `The ${field} field names a currency that this server cannot charge to cards.`,
  country: (field) => `The ${field} field must be an ISO 3166 country code such as GB.`,
  postcode: (field) => `The ${field} field must be a UK postcode such as LS29 8HL.`,
  vatNumber: (field) => `The ${field} field must be a VAT number with its country, such as GB123456789.`,
  iban: (field, { iban }) => `The ${field} field contains ${iban}, which is not a valid IBAN.`,
  requiredForVat: (field) => `The ${field} field is required: an invoice with VAT shows both addresses.`,
  host: (field) => `The ${field} field must be a host name or an IP address.`,
  linkLocal: (field) => `The ${field} field must not be a link-local address.`,
  secretInClear: (field) => `The ${field} field must be tls or starttls if a password is set.`,

  colour: (field) => `The ${field} field must be a colour such as #1b4f9c.`,
  base64: (field) => `The ${field} field must be base64.`,
  mostBytes: (field, { most }) => `The ${field} field must not be greater than ${most} bytes.`,
  picture: (field, { mediaType }) =>
    mediaType === 'image/png'
      ? `The ${field} field must be a complete PNG of at most 2048 by 2048 pixels.`
      : `The ${field} field must be an SVG without scripts, links, animations or external addresses.`,
  placeholder: (field, { placeholder, known }) =>
    `The ${field} field has the unknown placeholder ${placeholder}. Use ${known.map((name) => `{${name}}`).join(', ')}.`,

  afterNow: (field) => `The ${field} field must be a date after now.`,
  inFuture: (field) => `The ${field} field must be in the future.`,
  notInFuture: (field) => `The ${field} field must not be in the future.`,
  withinCentury: (field) => `The ${field} field must be within 100 years of today.`,
  before: (field, facts) => `The ${field} field must be a date before ${formatOtherField(facts)}.`,
  after: (field, facts) => `The ${field} field must be a date after ${formatOtherField(facts)}.`,
  withinYearOf: (field, facts) => `The ${field} field must be within a year of ${formatOtherField(facts)}.`,
  withinYearOfLeg: (field) => `The ${field} field must be within a year of its leg's departure.`,
  notBefore: (field, facts) => `The ${field} field must not be before ${formatOtherField(facts)}.`,
  notBeforeLegBefore: (field) => `The ${field} field must not be before the previous leg's departure.`,
  notBeforeStopBefore: (field) => `The ${field} field must not be before the previous stop.`,
  notAfterDeparture: (field) => `The ${field} field must not be after the departure.`,
  withinDayAhead: (field) => `The ${field} field must not be more than 24 hours ahead.`,

  requiredWhen: (field, { other, value }) => `The ${field} field is required when ${toFieldName(other)} is ${value}.`,
  absentWhen: (field, { other, value }) => `The ${field} field must be left out when ${toFieldName(other)} is ${value}.`,
  atMost: (field, facts) => `The ${field} field must not be greater than ${formatOtherField(facts)}.`,
  countsAtMost: (field, facts) => `The ${field} field must not add up to more than ${formatOtherField(facts)}.`,
  mostItems: (field, { most }) => `The ${field} field must not have more than ${most} items.`,
  someTransfer: (field) => `The ${field} field must have at least 1 transfer.`,

  notIncluded: (field, { kinds }) => `The ${field} field must not repeat included items: ${kinds.join(', ')}.`,
  atLeast: (field, { least }) => `The ${field} field must be at least ${least}.`,
  noAccount: (field) => `The ${field} field can be account only for a customer with an account.`,
  falling: (field) => `The ${field} field must be less than in the previous row.`,
  refsOrMonth: () => 'Send either the refs of bookings, or a customer and a month.',
  month: (field) => `The ${field} field must be a month such as 2026-06.`,
  nothingBooked: (field) => `The ${field} field must be a month in which the customer has a booking.`,
  oneCustomer: (field) => `The ${field} field must be a booking of the same customer as the first booking.`,
  atMostPrice: (field) => `The ${field} field must not be greater than the price.`,
  atMostDue: (field, { dueAmount }) =>
    `The ${field} field must not exceed the amount due, ${dueAmount}, unless allow_over is true.`,
  exactly: (field, { value }) => `The ${field} field must be ${value}.`,
  enoughSeats: (field, { least }) => `The ${field} field must offer at least ${least} seats.`,

  atMostSeats: (field, { seats }) => `The ${field} field must not be greater than ${seats}, the number of booked seats.`,
  consentNeeded: (field) => `The ${field} field must be ask or given: the customer must approve this change.`,
  notBegun: (field) => `The ${field} field cannot change: a vehicle has already set off.`,
  noChange: (field) => `The ${field} field must contain a change, or the price must change.`,

  suspended: (field) => `The ${field} field names an operator that is suspended.`,
  noOperator: () => 'No operator on this server accepts enquiries yet.',
  whichOperator: (field) => `The ${field} field is required: this server has several operators.`,
  oneCurrency: (field, { operatorRef, itsCurrency, tripCurrency }) =>
    `The ${field} field must name operators of one currency: ${operatorRef} uses ${itsCurrency}, this trip ${tripCurrency}.`,
  reachable: () => 'Enter an email address or a phone number for the invitation.',
  notForRole: (field) => `The ${field} field includes notifications that your role does not receive.`,
  nowhereToSend: () => 'The customer has no email address and no mobile number for SMS. Enter one first.',
  emailOrPhone: () => 'Enter an email address or a phone number for the customer.',
  phone: (field) => `The ${field} field must be a phone number, with its country code if it is abroad.`,

  vehicleOrDriver: () => 'Send either vehicle_id or driver_id.',
  withinDaysOf: (field, { other, days }) => `The ${field} field must be within ${days} days of ${toFieldName(other)}.`,

  contactAttempted: (field) => `The ${field} field must be true: contact the group first.`,
  gradedDefect: (field) => `The ${field} field is required for a defect.`,
  ungraded: (field) => `The ${field} field is for defects only.`,

  mostSubscriptions: (_, { most }) => `An operator can have at most ${most} subscriptions. Delete one first.`,
  mostCharacters: (field, { most }) => `The ${field} field must not be greater than ${most} characters.`,
  url: (field) => `The ${field} field must be a valid URL.`,
  webScheme: (field, { allowsHttp }) =>
    allowsHttp
      ? `The ${field} field must begin with https:// or http://.`
      : `The ${field} field must begin with https:// (CHARABANC_WEBHOOK_ALLOW_HTTP allows http:// too).`,
  noUser: (field) => `The ${field} field must not contain a user name or a password.`,
  noFragment: (field) => `The ${field} field must not contain a fragment.`,
  port: (field) => `The ${field} field must have a port from 1 to 65535.`,
  publicAddress: (field) =>
    `The ${field} field must be a public internet address, or an address that CHARABANC_WEBHOOK_ALLOW allows.`,
}
