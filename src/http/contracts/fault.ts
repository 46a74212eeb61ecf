import { type InputFault, type InputPath, type InputRules, Refusal } from '../../domain/refusal.ts'

/** Dotted path of the field at fault → sentences, never empty. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>

/** `validation_failed` for several fields; the message is the first sentence plus how many more there are. */
export function invalidFields(fields: FieldFaults): Refusal {
  const sentences = Object.values(fields).flat()
  const more = sentences.length - 1
  const tail = more > 0 ? ` (and ${more} more error${more > 1 ? 's' : ''})` : ''
  return new Refusal('validation_failed', `${sentences[0] ?? 'The request is not valid.'}${tail}`, { fields })
}

/** `validation_failed` for one field. */
export function invalidField(field: string, sentence: string): Refusal {
  return invalidFields({ [field]: [sentence] })
}

/** The faults that the domain found, under the API's field names and in sentences for people. */
export function asFieldFaults(faults: readonly InputFault[]): FieldFaults {
  const byField = Map.groupBy(faults, ({ path }) => fieldAt(path))
  return Object.fromEntries([...byField].map(([field, found]) => [field, found.map((fault) => sentenceOf(field, fault))]))
}

/** `['legs', 0, 'departsAt']` → `legs.0.departs_at`; the whole is `body`. */
function fieldAt(path: InputPath): string {
  return path.length === 0 ? 'body' : path.map((step) => (typeof step === 'number' ? step : fieldNamed(step))).join('.')
}

/** The API's name of a key of the domain: the key in snake_case. */
function fieldNamed(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function sentenceOf<Rule extends keyof InputRules>(field: string, { rule, facts }: InputFault<Rule>): string {
  return sentences[rule](field, facts)
}

function named({ other, isOwn = false }: InputRules['after']): string {
  return isOwn ? `its ${fieldNamed(other)}` : fieldNamed(other)
}

const sentences: { readonly [Rule in keyof InputRules]: (field: string, facts: InputRules[Rule]) => string } = {
  required: (field) => `The ${field} field is required.`,
  unknown: (field) => `The selected ${field} is invalid.`,
  taken: (field) => `The ${field} has already been taken.`,
  timezone: (field) => `The ${field} field must be an IANA time zone.`,
  currency: (field) => `The ${field} field must be an ISO 4217 code.`,
  notByCard: (field) => `The ${field} field names a currency that cannot be taken by card here.`,
  country: (field) => `The ${field} field must be an ISO 3166 country code such as GB.`,
  postcode: (field) => `The ${field} field must be a UK postcode such as LS29 8HL.`,
  vatNumber: (field) => `The ${field} field must be a VAT number with its country, such as GB123456789.`,
  iban: (field, { iban }) => `The ${field} field holds ${iban}, which is not a valid IBAN.`,
  requiredForVat: (field) => `The ${field} field is required: an invoice with VAT names both addresses.`,
  host: (field) => `The ${field} field must be the name or the address of a machine.`,
  linkLocal: (field) => `The ${field} field must not be a link-local address.`,
  secretInClear: (field) => `The ${field} field must be tls or starttls where a password is sent.`,

  colour: (field) => `The ${field} field must be a colour such as #1b4f9c.`,
  base64: (field) => `The ${field} field must be base64.`,
  mostBytes: (field, { most }) => `The ${field} field must not be greater than ${most} bytes.`,
  picture: (field, { mediaType }) =>
    mediaType === 'image/png'
      ? `The ${field} field must be a whole PNG of at most 2048 pixels either way.`
      : `The ${field} field must be an SVG without scripts, links, animations and external addresses.`,
  placeholder: (field, { placeholder, known }) =>
    `The ${field} field names ${placeholder}, which stands for nothing; there are ${known.map((name) => `{${name}}`).join(', ')}.`,

  afterNow: (field) => `The ${field} field must be a date after now.`,
  inFuture: (field) => `The ${field} field must be in the future.`,
  notInFuture: (field) => `The ${field} field must not be in the future.`,
  withinCentury: (field) => `The ${field} field must be within a hundred years.`,
  before: (field, facts) => `The ${field} field must be a date before ${named(facts)}.`,
  after: (field, facts) => `The ${field} field must be a date after ${named(facts)}.`,
  withinYearOf: (field, facts) => `The ${field} field must be within a year of ${named(facts)}.`,
  withinYearOfLeg: (field) => `The ${field} field must be within a year of the departure of its leg.`,
  notBefore: (field, facts) => `The ${field} field must not be before ${named(facts)}.`,
  notBeforeLegBefore: (field) => `The ${field} field must not be before the departure of the leg before it.`,
  notBeforeStopBefore: (field) => `The ${field} field must not be before what comes before it.`,
  notAfterDeparture: (field) => `The ${field} field must not be after the departure.`,
  withinDayAhead: (field) => `The ${field} field must not be more than 24 hours ahead.`,

  requiredWhen: (field, { other, value }) => `The ${field} field is required when ${fieldNamed(other)} is ${value}.`,
  absentWhen: (field, { other, value }) => `The ${field} field must be left out when ${fieldNamed(other)} is ${value}.`,
  atMost: (field, facts) => `The ${field} field must not be greater than ${named(facts)}.`,
  countsAtMost: (field, facts) => `The ${field} field must not count more people than ${named(facts)}.`,
  mostItems: (field, { most }) => `The ${field} field must not have more than ${most} items.`,
  someTransfer: (field) => `The ${field} field must have at least 1 transfer.`,

  notIncluded: (field, { kinds }) => `The ${field} field must not repeat what is included: ${kinds.join(', ')}.`,
  atLeast: (field, { least }) => `The ${field} field must be at least ${least}.`,
  noAccount: (field) => `The ${field} field takes account for a customer who has one only.`,
  falling: (field) => `The ${field} field must be less than that of the row before.`,
  refsOrMonth: () => 'An invoice is for bookings by their refs, or for a month of a customer.',
  month: (field) => `The ${field} field must be a month such as 2026-06.`,
  nothingBooked: (field) => `The ${field} field must be a month in which the customer has booked something.`,
  oneCustomer: (field) => `The ${field} field must be a booking of the same customer as the first.`,
  atMostPrice: (field) => `The ${field} field must not be greater than the price.`,
  atMostDue: (field, { dueAmount }) =>
    `The ${field} field must not be greater than what is due, ${dueAmount}, unless allow_over is true.`,
  exactly: (field, { value }) => `The ${field} field must be ${value}.`,
  enoughSeats: (field, { least }) => `The ${field} field must offer at least ${least} seats.`,

  atMostSeats: (field, { seats }) => `The ${field} field must not be greater than ${seats}, the seats that are booked.`,
  consentNeeded: (field) => `The ${field} field must be ask or given: the customer has to agree to this.`,
  notBegun: (field) => `The ${field} field cannot change any more: a coach has set off.`,
  noChange: (field) => `The ${field} field must change something, or the price must.`,

  suspended: (field) => `The ${field} field names an operator that is suspended.`,
  noOperator: () => 'Nobody takes enquiries on this server yet.',
  whichOperator: (field) => `The ${field} field is required where several operators live on the server.`,
  oneCurrency: (field, { operatorRef, itsCurrency, tripCurrency }) =>
    `The ${field} field must name operators of one currency: ${operatorRef} quotes in ${itsCurrency}, and this trip is in ${tripCurrency}.`,
  reachable: () => 'An invitation needs an e-mail address or a phone number.',
  notForRole: (field) => `The ${field} field names what your role may not hear of.`,
  nowhereToSend: () => 'The customer has no e-mail address, nor a mobile that this server could text: enter one first.',
  emailOrPhone: () => 'A customer needs an e-mail address or a phone number.',
  phone: (field) => `The ${field} field must be a phone number, with its country code if it is abroad.`,

  vehicleOrDriver: () => 'A block is for one coach or for one driver, by vehicle_id or by driver_id.',
  withinDaysOf: (field, { other, days }) => `The ${field} field must be within ${days} days of ${fieldNamed(other)}.`,

  contactAttempted: (field) => `The ${field} field must be true: try to reach the group first.`,
  gradedDefect: (field) => `The ${field} field is required for a defect.`,
  ungraded: (field) => `The ${field} field is for defects only.`,

  mostSubscriptions: (_, { most }) => `An operator may have ${most} subscriptions at most; delete one first.`,
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
    `The ${field} field must be an address on the public internet, or one that CHARABANC_WEBHOOK_ALLOW opens.`,
}
