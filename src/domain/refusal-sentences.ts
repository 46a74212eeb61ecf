/** The person who reads a refusal. */
export type RefusalReader = 'driver' | 'office' | 'customer'

/** Labels of the buttons that a page can show beside a refusal. */
export const stepLabels = {
  call_office: 'Call office',
  remove: 'Remove',
  ok: 'OK',
  refresh: 'Refresh',
  start_check: 'Start check',
  call_passengers: 'Call[ {lead}]',
  new_code: 'New code',
  sign_in: 'Sign in',
  send_link: 'Send link',
  copy: 'Copy',
  inbox: 'Back to Inbox',
  open_quote: 'Open quote',
  reload: 'Reload',
  open_change: 'Open change',
  team: 'Team',
  open: 'Open',
  correct_line: 'Correct the line',
  offers: 'Offers',
  see_offer: 'See offer',
  see_quote: 'See quote',
  cancel_request: 'Cancel request',
  new_request: 'New request',
} as const

/** A next step of the reader. A page shows a button for each step that it supports. */
export type FollowUp = keyof typeof stepLabels

/** A fact in a sentence, formatted for the reader: `{plate}`, `{until}`. */
type Placeholder =
  | 'plate'
  | 'operator'
  | 'lead'
  | 'n'
  | 'time'
  | 'until'
  | 'current_status'
  | 'allowed_at'
  | 'price'
  | 'kept'
  | 'line'
  | 'value'
  | 'many'
  | 'phone'

/** The facts a page knows. A clause whose fact is missing or empty is left out. */
export type SpokenFacts = { readonly [Name in Placeholder]?: string | null | undefined }

/**
 * A sentence and the next steps. A clause in brackets is left out if one of its facts is unknown. `[one|other]` shows the first
 * clause with known facts.
 */
export type RefusalLine = { readonly says: string; readonly next: readonly FollowUp[] }

type RefusalRow = Partial<Record<RefusalReader, RefusalLine>> & {
  /** The API's sentences for this fault of a field. Left out if the row is for every fault of the field. */
  readonly when?: RegExp
}

const line = (says: string, ...next: readonly FollowUp[]): RefusalLine => ({ says, next })

const missing = /required|at least 1\b/

const signInLink = line('This sign-in link has expired or was already used. Request a new one.', 'send_link')
const officeSilent = line("The office's system did not answer. Your report is kept and sent again automatically.")
const clockFarAhead = line("Your phone's clock is more than a day ahead. Set the clock, then report again.")
const roleCannot = line('Your role cannot do this. Ask an admin.')
const contact = line('Enter a phone number or an email address we can use.')
const quoteEnded = line('This quote has ended. Nothing was charged. Send a new request.', 'new_request')
const offerEnded = line('This offer has ended. Nothing was charged. Choose another offer.', 'offers')

/**
 * Every refusal for people, by code, then by field or subject (empty for the code alone), then by reader. A field is the end of
 * its path: `pickup.label` also matches `legs.0.pickup.label`. Words after a comma distinguish faults of one field.
 */
export const refusals: Readonly<Record<string, Readonly<Record<string, RefusalRow>>>> = {
  not_found: {
    trip: {
      driver: line(
        'This job is no longer yours; it was changed while you were offline. Your report was not sent.',
        'call_office',
        'remove',
      ),
      customer: line('This link does not open a trip. Enter your email and reference and we send you a new one.', 'send_link'),
    },
  },
  trip_cancelled: {
    '': {
      driver: line('The office cancelled this job. Nothing more is needed.', 'call_office', 'remove'),
      customer: line('This trip has been cancelled.', 'new_request'),
    },
  },
  trip_finished: { '': { driver: line('This job is already completed.', 'remove') } },
  invalid_transition: {
    '': { driver: line('The office already has a later step[: {current_status}].', 'refresh') },
    early: { driver: line('[You can set off from {allowed_at}.|It is too early to set off.]', 'remove') },
    behind: { driver: line('The office does not have the step before this one.', 'refresh') },
    undo: { driver: line('The office has no step of yours to undo.', 'refresh') },
    mismatch: { driver: line("This step does not match the office's record of this job.", 'refresh', 'call_office') },
    decline: { driver: line('This job has started, so you can no longer decline it.', 'call_office') },
  },
  vehicle_check_required: {
    '': { driver: line("Complete today's vehicle check[ for {plate}] before you set off.", 'start_check') },
  },
  vehicle_unsafe: { '': { driver: line('[{plate}|This vehicle] was reported unsafe. Do not drive it.', 'call_office') } },
  no_show_too_early: {
    '': { driver: line('[You can report a no-show from {allowed_at}. ]Call the passengers first.', 'call_passengers') },
  },
  undo_expired: { '': { driver: line('Too late to undo. Ask the office to correct it.', 'call_office') } },
  invalid_code: {
    '': { driver: line('That code is wrong or has expired. After five tries, request a new one.', 'new_code') },
  },
  unauthenticated: { '': { driver: line('You have been signed out.[ {kept} kept on this phone.]', 'sign_in') } },
  invalid_sign_in_link: { '': { driver: signInLink, office: signInLink } },
  operator_choice_required: { '': { driver: line('You drive for several companies. Choose one.') } },
  server_error: { '': { driver: officeSilent } },
  unavailable: { '': { driver: officeSilent } },
  /** No refusal: the server saved a report, and used another time than the phone sent. */
  occurred_at_adjusted: {
    'in the future': { driver: line("Your phone's clock is ahead. The report was saved with the office's time.", 'ok') },
    'before the last event': { driver: line("An earlier step has a later time. We have used that step's time.", 'ok') },
  },
  job_closed: {
    '': { office: line('Quoting closed while you were writing. Your draft is kept.', 'copy', 'inbox') },
  },
  quote_locked: {
    '': { office: line('The customer is paying for this quote[ until {until}]. You can change it after that.') },
    booked: { office: line('The customer has booked this quote. It can no longer be changed.', 'reload') },
  },
  live_quote_exists: { '': { office: line('This job already has a quote. Revise it instead.', 'open_quote') } },
  no_booking_request: {
    '': {
      office: line('This request has been answered or has lapsed.', 'reload'),
      customer: line('This request has already ended.'),
    },
  },
  deposit_charge_failed: {
    '': {
      office: line(
        'The card was declined. Nothing is booked. [The customer has until {until} to pay another way.|The customer can pay another way.]',
      ),
    },
    requires_action: {
      office: line(
        "The customer's bank asks them to confirm the payment. Nothing is booked.[ The customer has until {until} to pay.]",
      ),
    },
    in_doubt: { office: line('We are checking whether the card was charged. Nothing is booked.', 'reload') },
    released: { office: line('This payment has ended. Nothing is booked.', 'reload') },
  },
  amendment_pending: {
    '': {
      office: line('A change to this booking is waiting for the customer. Withdraw it first.', 'open_change'),
      customer: line('A change is already being answered. Wait for that answer first.'),
    },
  },
  last_admin: { '': { office: line('Make somebody else an admin first.', 'team') } },
  missing_ability: { '': { office: roleCannot } },
  admin_required: { '': { office: roleCannot } },
  idempotency_in_progress: { '': { office: line('Still saving. Please wait.') } },
  idempotency_key_reused: {
    '': { office: line('This form was already sent. Check the booking before you send it again.', 'open') },
  },
  rate_limited: {
    '': { office: line('Too many requests.[ Trying again in {n} s.| Try again after {time}.]') },
    enquiry: { customer: line('[That is {many} in an hour.|Too many requests.] Try again after {time}[, or call {phone}].') },
  },
  quote_expired: { '': { customer: offerEnded }, own_sale: { customer: quoteEnded } },
  no_live_quote: { '': { customer: offerEnded }, own_sale: { customer: quoteEnded } },
  quote_not_confirmed: {
    '': {
      customer: line('This coach can no longer be booked now. Nothing was charged. You can request it instead.', 'see_offer'),
    },
    own_sale: {
      customer: line('This coach can no longer be booked now. Nothing was charged. You can request it instead.', 'see_quote'),
    },
  },
  quote_changed: {
    '': {
      customer: line('The operator changed this offer[ to {price}]. Check it before you book. Nothing was charged.', 'see_offer'),
    },
    own_sale: {
      customer: line('The operator changed this quote[ to {price}]. Check it before you book. Nothing was charged.', 'see_quote'),
    },
  },
  request_pending: {
    '': {
      customer: line(
        'You have already requested [{operator}|another offer]. Cancel that request to choose another.',
        'cancel_request',
      ),
    },
    own_sale: {
      customer: line('You have already requested this coach. Wait for the answer, or cancel the request.', 'cancel_request'),
    },
  },
  no_payment_due: { '': { customer: line('Nothing is due. You have paid in full.') } },
  validation_failed: {
    occurred_at: { when: /24 hours ahead/, driver: clockFarAhead },
    checked_at: { when: /24 hours ahead/, driver: clockFarAhead },
    note: { when: missing, driver: line('Enter a description.') },
    'customer.phone': { office: contact },
    'customer.email': { office: contact },
    'customer.email, in a file': { office: line('Line {line}: “{value}” is not an email address.', 'correct_line') },
    'customer.phone, in a file': { office: line('Line {line}: “{value}” is not a phone number.', 'correct_line') },
    'pickup.label': { when: missing, office: line('Enter a pick-up.') },
    'dropoff.label': { when: missing, office: line('Enter a drop-off.') },
    'departs_at, in the past': { when: /after now|in the future/, office: line('This time has passed.') },
    'departs_at, in the hour skipped': {
      when: /clocks/,
      office: line('The clocks go forward then; choose another time.'),
    },
    passenger_count: {
      when: /required|integer|number|at least/,
      office: line('Enter the number of passengers, 1 or more.'),
    },
    price_amount: { when: /required|integer|number|at least 1\./, office: line('Enter a price, such as 640.00.') },
    deposit_amount: { when: /greater than the price/, office: line('The deposit is more than the price.') },
    'returns_at, before the departure': {
      when: /after|before/,
      customer: line('The return is before the departure.'),
    },
    phone: {
      driver: line('Enter your mobile number.'),
      customer: line('Enter a phone number the operator can call.'),
    },
  },
}

/** The row of a code, about a field or a thing (empty for the code alone). Null if the table has none. */
export function refusalRow(code: string, about: string): RefusalRow | null {
  if (!Object.hasOwn(refusals, code)) return null
  const rows = refusals[code] ?? {}
  return Object.hasOwn(rows, about) ? (rows[about] ?? null) : null
}

/** The sentence of a row named in full: `departs_at, in the hour skipped`. Throws for another name. */
export function refusalSentence(reader: RefusalReader, code: string, about: string, facts: SpokenFacts = {}): string {
  const line = refusalRow(code, about)?.[reader]
  if (line === undefined) throw new Error(`no sentence for ${code}, ${about}`)
  return fillSentence(line.says, facts)
}

/** Fills in the facts, and leaves out clauses with unknown facts. */
export function fillSentence(says: string, facts: SpokenFacts): string {
  const known = (text: string) =>
    [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (facts[name as Placeholder] ?? '') !== '')
  const clauses = says.replaceAll(/\[([^\]]*)\]/g, (_, choices: string) => choices.split('|').find(known) ?? '')
  return clauses.replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name as Placeholder] ?? '')
}
