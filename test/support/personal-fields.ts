/** The treatment of a text or JSON column in a driver's export and erasure. */
export interface PersonalDataRule {
  /** Whether the driver's export has it. */
  readonly exported: boolean
  /** `scrubbed`: the text stays without the names in it. */
  readonly erasure: 'gone' | 'scrubbed' | 'kept'
  /** The reason why it is not exported, or why it stays. */
  readonly because?: string
  /** Whether it holds a word of a list, which cannot be marked. */
  readonly isWord?: true
}

const gone: PersonalDataRule = { exported: true, erasure: 'gone' }
const goneWord: PersonalDataRule = { exported: true, erasure: 'gone', isWord: true }
const typed: PersonalDataRule = { exported: true, erasure: 'scrubbed' }
const others: PersonalDataRule = { exported: false, erasure: 'scrubbed', because: 'somebody else typed it' }
const keptWord = (because: string): PersonalDataRule => ({ exported: true, erasure: 'kept', isWord: true, because })
const unseen = (because: string): PersonalDataRule => ({ exported: false, erasure: 'gone', because })

/**
 * Every text and JSON column about a driver. Add a new column here with its treatment; a test exports and erases a driver and
 * compares.
 */
export const personalColumns: Readonly<Record<string, PersonalDataRule>> = {
  'drivers.name': gone,
  'drivers.email': gone,
  'drivers.email_key': unseen('the address once more'),
  'drivers.phone': gone,
  'drivers.phone_hash': unseen('worth nothing without the key'),
  'drivers.license_number': gone,
  'drivers.license_kind': gone,
  'drivers.dbs_check_kind': goneWord,
  'drivers.dbs_certificate_number': gone,
  'drivers.locale': gone,
  'drivers.emergency_contact_name': gone,
  'drivers.emergency_contact_phone': gone,

  'devices.name': gone,
  'devices.push_platform': goneWord,
  'devices.encrypted_push_token': gone,
  'credentials.name': unseen('the name of the device once more'),
  'sign_in_links.hash': unseen('a hash of a token'),
  'sign_in_codes.phone_hash': unseen('worth nothing without the key'),
  'sign_in_codes.hash': unseen('worth nothing without the key'),
  'sign_in_codes.link_hash': unseen('a hash of a token'),

  'messages.channel': goneWord,
  'messages.recipient': gone,
  'messages.subject': gone,
  'messages.encrypted': unseen('links and codes'),
  'messages.status': goneWord,
  'messages.fact': unseen('a word for what the subject says'),
  'messages.topic': unseen('a word for what the subject says'),
  'messages.to_kind': unseen('the word driver'),
  'messages.news_key': unseen('numbers'),
  'messages.last_error': unseen('what the mail server said'),
  'scheduler.last_error': unseen('what the mail server said'),
  'stored_responses.key': unseen('a day old at most'),
  'stored_responses.fingerprint': unseen('a day old at most'),
  'stored_responses.encrypted': unseen('a day old at most'),

  'assignments.vehicle_reg': { exported: true, erasure: 'kept', because: 'of the coach' },
  'assignments.decline_reason': typed,
  'assignments.role': keptWord('of the trip'),
  'assignments.report_place': typed,
  'blocks.kind': goneWord,
  'blocks.note': gone,
  'trip_events.status': keptWord('of the trip'),
  'trip_events.point': gone,
  'trip_events.note': typed,
  'locations.point': gone,
  'vehicle_checks.vehicle_reg': { exported: true, erasure: 'kept', because: 'of the coach' },
  'vehicle_checks.kind': keptWord('operators keep checks (DVSA)'),
  'vehicle_checks.odometer_unit': keptWord('operators keep checks (DVSA)'),
  'vehicle_checks.items': typed,
  'vehicle_checks.resolution': others,
  'vehicle_checks.result': keptWord('operators keep checks (DVSA)'),
  'incidents.kind': keptWord('claims may follow'),
  'incidents.severity': keptWord('claims may follow'),
  'incidents.status': keptWord('claims may follow'),
  'incidents.note': typed,
  'incidents.point': gone,
  'incidents.move_note': others,
  'consents.purpose': keptWord('proves what was agreed to'),
  'privacy_requests.kind': keptWord('proves what was asked for'),
  'privacy_requests.status': keptWord('proves what was asked for'),
  'privacy_requests.reason': gone,

  'bookings.cancellation': others,
  'bookings.vehicles': others,
  'amendments.reason': others,
  'amendments.decline_reason': others,
  'amendments.changes': others,
  'amendments.before': others,
  'trips.cancellation': others,
  'quotes.note': others,
  'quotes.rejection_reason': others,
  'quotes.vehicles': others,
  'quote_revisions.terms': others,
  'payouts.failure_reason': others,
  'extras.note': others,
  'payments.reverse_reason': others,
}

/** The other columns, with the reason why they contain nothing about a driver. */
export const otherColumns: Readonly<Record<string, readonly string[]>> = {
  'of the server': [...columnsOf('server_settings', 'name value encrypted'), 'postcode_sets.source'],
  'of an operator': [
    ...columnsOf(
      'operators',
      'ref name currency_code timezone operator_licence phone email address bank_details cancellation_terms vat depot',
    ),
    ...columnsOf('brands', 'accent logo_type logo_hash logo sign_off messages'),
    ...columnsOf('vehicles', 'registration type description amenities'),
    ...columnsOf('webhook_subscriptions', 'label encrypted_endpoint_url endpoint_host events encrypted_secret parked_reason'),
  ],
  "of an operator's person, who is no driver": [
    ...columnsOf('users', 'email name role role_before phone notifications'),
    'sign_in_links.email',
    'payments.recorded_by',
  ],
  'of a customer': [
    ...columnsOf('customers', 'name email phone organisation address person_key search_text'),
    ...columnsOf('own_customers', 'name organisation email phone address account notes search_text'),
    ...columnsOf('invoices', 'reason customer operator_address vat_number lines currency_code due_on'),
    'bookings.po_number',
    'bookings.search_text',
    'offers.search_text',
    'trip_words.word',
    ...columnsOf('known_places', 'key label kind locality postcode point point_source country folded'),
    'place_tails.tail',
    'payments.reference',
    ...columnsOf('payments', 'card_brand card_last4 card_expires'),
    'payers.person_hash',
  ],
  'the itinerary as its customer entered it; of an amended one the notes are scrubbed': [
    ...columnsOf('trips', 'timezone dbs_required lead_passenger itinerary masked_itinerary offered_itinerary offered_people'),
  ],
  'where a trip, a quote or money stands': [
    ...columnsOf('trips', 'ref source status currency_code'),
    ...columnsOf('offers', 'currency_code outcome'),
    ...columnsOf('quotes', 'status currency_code inclusions exclusions rejection_code cancellation_terms'),
    ...columnsOf('booking_requests', 'status payment_method payment_status'),
    ...columnsOf('bookings', 'ref status trip_status currency_code payment_status terms agreed_by'),
    ...columnsOf('assignments', 'legs trip_status'),
    ...columnsOf(
      'payments',
      'kind origin means provider provider_key provider_ref method currency_code taken_currency status stored_response_id boot_id fault',
    ),
    ...columnsOf('payments', 'intent_ref session_ref page_url consent_text'),
    ...columnsOf('payers', 'provider provider_ref'),
    ...columnsOf('disputes', 'provider_ref status reason currency_code'),
    ...columnsOf('unknown_payments', 'provider provider_ref kind charge_ref trip_ref currency_code'),
    ...columnsOf('extras', 'kind quantity currency_code'),
    ...columnsOf('amendments', 'status by currency_code drives'),
    ...columnsOf('payouts', 'booking_ref status currency_code statement_ref'),
  ],
  'written by the program, without names': [
    ...columnsOf('activities', 'kind what ref by_kind'),
    ...columnsOf('payout_adjustments', 'kind note'),
    'trip_events.by',
    ...columnsOf('credentials', 'token_id kind hash hint abilities'),
    ...columnsOf('feeds', 'show hash'),
    ...columnsOf('rate_limits', 'subject bucket state'),
    ...columnsOf('sign_in_limits', 'subject bucket state'),
    ...columnsOf('leases', 'name token boot_id'),
    ...columnsOf('nodes', 'boot_id node release config_hash key_fingerprint replaced_by'),
    ...columnsOf('sandbox_ledger', 'key kind currency_code outcome ref memo'),
    'list_counts.list',
    'trips.link_salt',
    ...columnsOf('stored_responses', 'id scope state boot_id'),
    ...columnsOf('scheduler', 'kind lane lease_token boot_id'),
    'schema_migrations.name',
    ...columnsOf('webhook_deliveries', 'id event status last_error'),
    ...columnsOf('webhook_attempts', 'delivery_id error'),
  ],
  'of a job that was never booked, so that nobody drove it': columnsOf('offers', 'decline_reason_code decline_note'),
  'told when nobody was to drive yet, and forgotten after 30 days': columnsOf('webhook_events', 'event body'),
}

function columnsOf(table: string, names: string): string[] {
  return names.split(' ').map((name) => `${table}.${name}`)
}
