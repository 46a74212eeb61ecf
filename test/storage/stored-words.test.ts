import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import type { TaskKind } from '../../src/domain/task-kind.ts'
import type { Row, Tables } from '../../src/storage/tables.ts'

// Every word that columns of closed vocabularies store. Every later release reads a database of any release, so a word is never
// renamed. Add new words here; remove one only with a migration that removes its rows.

type WordsIn<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | WordsIn<Rest> : Text

/** Compiles only if the text has exactly these words. */
type Exactly<Text extends string, Word extends string> = [Exclude<WordsIn<Text>, Word>, Exclude<Word, WordsIn<Text>>] extends [
  never,
  never,
]
  ? Text
  : { readonly gone: Exclude<WordsIn<Text>, Word>; readonly missing: Exclude<Word, WordsIn<Text>> }

function words<T extends keyof Tables, C extends keyof Row<T> & string, Text extends string>(
  table: T,
  column: C,
  ...texts: Exactly<Text, NonNullable<Row<T>[C]> & string>[] & Text[]
) {
  return { table, column, words: (texts as readonly string[]).join(' ').split(' ') }
}

const kept = [
  words('users', 'role', 'accounts admin dispatcher platform'),
  words('users', 'roleBefore', 'accounts admin dispatcher platform'),
  words('credentials', 'kind', 'api_key driver_device operator_device platform_key setup_link trip_link'),
  words(
    'activities',
    'kind',
    'amendment block booking check customer driver duty extra incident invoice job key message payment payout',
    'progress quote settings user vehicle webhook',
  ),
  words(
    'activities',
    'what',
    'amendment_accepted amendment_applied amendment_declined amendment_expired amendment_proposed',
    'amendment_wished amendment_withdrawn block_added block_changed block_removed booked booking_cancelled',
    'booking_completed booking_reopened booking_requested card_authentication_awaited check_resolved',
    'customer_added customer_changed customer_removed dispute_lost dispute_opened dispute_won',
    'driver_acknowledged driver_added driver_arrived driver_assigned driver_changed driver_declined',
    'driver_delayed driver_en_route driver_erased driver_joined driver_removed driver_taken_off duty_changed',
    'extra_added extra_removed group_no_show group_on_board incident_closed incident_reopened',
    'incident_reported invoice_credited invoice_issued job_cancelled job_declined job_expired job_lost',
    'job_offered key_made key_revoked leg_completed message_failed payment_declined payment_in_doubt',
    'payment_received payment_reversed payout_cancelled payout_changed payout_failed payout_in_transit',
    'payout_paid payout_scheduled quote_expired quote_locked quote_revised quote_sent quote_unconfirmed',
    'quote_unlocked quote_withdrawn quoting_ended refund_due refund_failed refund_sent request_confirmed',
    'request_expired request_rejected request_withdrawn settings_changed step_reverted stop_reached',
    'transfer_awaited trip_entered user_added user_changed user_removed vehicle_added vehicle_changed',
    'vehicle_checked vehicle_found_unsafe vehicle_removed webhook_added webhook_parked webhook_removed',
  ),
  words('activities', 'byKind', 'customer driver key person platform system'),
  words('bookings', 'status', 'active cancelled'),
  words('bookings', 'tripStatus', 'acknowledged arrived assigned between_legs completed en_route no_show on_board unassigned'),
  words('bookings', 'terms', 'account cash deposit'),
  words('bookings', 'agreedBy', 'email paper phone'),
  words('bookings', 'paymentStatus', 'deposit_paid paid part_refunded refunded unpaid'),
  words('assignments', 'role', 'driver relief second'),
  words('assignments', 'tripStatus', 'acknowledged arrived assigned between_legs completed en_route no_show on_board unassigned'),
  words('tripEvents', 'status', 'arrived completed delayed en_route no_show on_board reverted stop_reached'),
  words('tripEvents', 'by', 'driver operator system'),
  words(
    'incidents',
    'kind',
    'access_problem breakdown collision delay injury lost_property other passenger_behaviour wrong_details',
  ),
  words('incidents', 'severity', 'high low medium'),
  words('incidents', 'status', 'closed open'),
  words('extras', 'kind', 'mileage other parking waiting'),
  words('amendments', 'status', 'accepted applied declined expired proposed wished withdrawn'),
  words('amendments', 'by', 'customer operator platform'),
  words('brands', 'logoType', 'image/png image/svg+xml'),
  words('disputes', 'status', 'lost needs_response under_review won'),
  words('unknownPayments', 'kind', 'charge refund'),
  words('vehicleChecks', 'kind', 'post_trip pre_trip'),
  words('vehicleChecks', 'odometerUnit', 'km mi'),
  words('vehicleChecks', 'result', 'safe safe_with_defects unsafe'),
  words('consents', 'purpose', 'location_tracking'),
  words('privacyRequests', 'kind', 'erasure export'),
  words('privacyRequests', 'status', 'cancelled done scheduled'),
  words('blocks', 'kind', 'hold holiday mot off_road private_use service sick training'),
  words('feeds', 'show', 'busy full'),
  words(
    'listCounts',
    'list',
    'active_bookings cancelled_bookings cancelled_payouts expired_jobs failed_payouts in_transit_payouts jobs',
    'paid_payouts pending_payouts scheduled_payouts',
  ),
  words('sandboxLedger', 'kind', 'charge expired page refund saved'),
  words('sandboxLedger', 'outcome', 'declined requires_action succeeded'),
  words('payouts', 'status', 'cancelled failed in_transit paid pending scheduled'),
  words('offers', 'outcome', 'cancelled expired lost won'),
  words('quotes', 'status', 'booked confirmed expired likely lost rejected requested withdrawn'),
  words('bookingRequests', 'status', 'confirmed expired lost pending rejected withdrawn'),
  words(
    'bookingRequests',
    'paymentStatus',
    'awaiting_customer awaiting_transfer card_saved charging declined in_doubt opening refund_due',
    'refund_failed refund_pending refunded released requires_action reversed succeeded',
  ),
  words('payments', 'kind', 'balance deposit extra refund save_card'),
  words('payments', 'origin', 'book cancel clock confirm pay record'),
  words('payments', 'means', 'account bank_transfer card card_terminal cash cheque'),
  words(
    'payments',
    'status',
    'awaiting_customer awaiting_transfer card_saved charging declined in_doubt opening refund_due',
    'refund_failed refund_pending refunded released requires_action reversed succeeded',
  ),
  words('storedResponses', 'state', 'completed in_flight'),
  words('scheduler', 'lane', 'bank main messages sms'),
  words('messages', 'channel', 'mail sms'),
  words(
    'messages',
    'fact',
    'amended amendment_declined amendment_lapsed amendment_proposed amendment_refused amendment_wished',
    'amendment_withdrawn backup_failed balance_declined balance_due balance_overdue balance_reminder booked',
    'booking_requested cancelled card_failed crew_changed crew_missing day_before delayed dispute_closed',
    'dispute_opened driver_declined driver_documents driver_left extra_added job_offered late_payment',
    'link_asked mail_failing on_the_way payment_page quote_reminder quotes_changed refund_sent refund_stuck',
    'request_lapsed request_rejected request_reminder transfer_awaited trip_entered vehicle_documents',
    'vehicle_unsafe webhook_parked',
  ),
  words(
    'messages',
    'topic',
    'amendment balance booking booking_request cancellation compliance driver job_offered quote_reminder',
    'system',
  ),
  words('messages', 'toKind', 'customer driver user'),
  words('messages', 'status', 'failed queued sent'),
  words('trips', 'source', 'customer operator platform'),
  words('trips', 'status', 'booked cancelled completed expired open'),
  words('knownPlaces', 'kind', 'airport depot hotel office other port residential school station venue'),
  words('knownPlaces', 'pointSource', 'given outward postcode town'),
  words('postcodeSets', 'source', 'codepoint csv ons'),
  words('webhookSubscriptions', 'parkedReason', 'consecutive_failures credential_revoked'),
  words('webhookEvents', 'event', 'booking.confirmed job.offered'),
  words('webhookDeliveries', 'event', 'booking.confirmed job.offered'),
  words('webhookDeliveries', 'status', 'abandoned delivered failed pending'),
  words(
    'webhookDeliveries',
    'lastError',
    'blocked_address connection_refused connection_reset dns_error http_status redirect timeout tls_error',
  ),
  words(
    'webhookAttempts',
    'error',
    'blocked_address connection_refused connection_reset dns_error http_status redirect timeout tls_error',
  ),
]

/** The kinds of tasks. A task that waits during an upgrade runs after it under the same name. */
const tasks: Readonly<Record<TaskKind, true>> = {
  trip: true,
  balance: true,
  quote_reminder: true,
  day_before: true,
  request_reminder: true,
  amendment: true,
  driver_documents: true,
  vehicle_documents: true,
  crew_notice: true,
  erasure: true,
  places: true,
  customer_traces: true,
  mail_failing: true,
  purge: true,
  backup: true,
  message: true,
  sms: true,
  charge: true,
  refund: true,
  cards: true,
  disputes: true,
  compare: true,
}

const source = resolve(import.meta.dir, '../../src/storage/tables')

test('lists every column with a closed vocabulary', async () => {
  const columns: string[] = []
  for (const file of new Bun.Glob('*.ts').scanSync(source)) {
    const text = await Bun.file(`${source}/${file}`).text()
    columns.push(...[...text.matchAll(/(\w+): c\.text\(\)\.\$type</g)].map(([, column = '']) => column))
  }
  expect(kept.map(({ column }) => column as string).toSorted()).toEqual(columns.toSorted())
})

test('uses only words that every database compares alike', () => {
  for (const word of [...kept.flatMap((column) => column.words), ...Object.keys(tasks)]) expect(word).toMatch(/^[a-z][a-z_./+]*$/)
})
