import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { prepareStatement, type Storage, type Writer } from '../../src/storage/storage.ts'
import { sqliteTables, type Tables } from '../../src/storage/tables.ts'
import { fillEveryTable, filledRow, lastFilledId } from '../support/filled-tables.ts'

type Given = readonly unknown[]
type AnyRow = Record<string, unknown>

/** Arguments of a query, for one or several calls; the rows are those of `filled-tables.ts`. */
type AskedQueries = (rows: { readonly last: (name: keyof Tables) => Promise<AnyRow> }) => Given[] | Promise<Given[]>

const now = 5
const page = { limit: 10, offset: 0 }
const words = { operatorId: 2, words: ['search'], since: 0 }
const diarySpan = { operatorId: 1, from: 0, to: 1_000 }
const secretBox = { encrypt: (text: string) => `encrypted ${text}`, decrypt: (text: string) => text }

const one: AskedQueries = () => [[1], [2]]
const ofOperator: AskedQueries = () => [
  [1, 1],
  [2, 2],
]
const ofMany: AskedQueries = () => [[[1, 2], { from: 0, to: 1_000 }]]
const exported: AskedQueries = () =>
  [1, 2].flatMap((operatorId) =>
    [
      { at: -1, id: 0 },
      { at: 1, id: 1 },
    ].map((after) => [{ operatorId, to: 1_000, after, limit: 10 }]),
  )
const pointsAsked: AskedQueries = () => [1, 2].map((operatorId) => [{ operatorId, limit: 10, now: 0, until: 1_000 }])
const purge: AskedQueries = () => [
  [now, 1],
  [now, 10],
]
const save =
  (name: keyof Tables, patch: AnyRow): AskedQueries =>
  async ({ last }) => [[await last(name), patch]]
/** A unique row, which refers to rows that no other row refers to. */
const insert =
  (name: keyof Tables): AskedQueries =>
  () => [[{ ...filledRow(name, 9) }]]
const notice = (newsKey: string | null) => ({
  channel: 'mail',
  recipient: 'a@b.c',
  fact: 'booked',
  topic: 'booking',
  toKind: 'customer',
  operatorId: 1,
  tripId: 1,
  userId: null,
  driverId: null,
  subjectId: null,
  newsKey,
})
const driver: AskedQueries = async ({ last }) => [
  [{ ...(await last('drivers')), email: 'recipient 1', phone: null, phoneHash: 'phoneHash 1' }],
]

/** Arguments of every query, by module and name. */
const asked: Record<string, Record<string, AskedQueries>> = {
  activities: {
    listActivitiesAfter: () => [
      [0, 10],
      [1, 10],
      [0, 1],
    ],
    insertActivities: () => [
      [
        [
          { what: 'vehicle_added', operatorId: 1 },
          { what: 'driver_assigned', bookingId: 2 },
          { what: 'payment_received', quoteId: 2, tripId: 2 },
          { what: 'booked', operatorId: 2, ref: 'ref 2' },
        ],
        { kind: 'system', credentialId: null },
        now,
      ],
    ],
    listActivities: () =>
      [null, 'ref 1'].flatMap((ref) => [
        [{ operatorId: 1, ref, since: 0, kinds: ['kind 1', 'kind 2'], ...page }],
        [{ operatorId: 1, ref, since: 9, kinds: ['kind 1'], ...page }],
      ]),
    findNewestActivityId: () => [[]],
    purgeActivities: purge,
  },
  amendments: {
    listAmendmentsOfBooking: one,
    findAmendment: one,
    insertAmendment: insert('amendments'),
    findOpenAmendment: one,
    listShownAmendments: () => [[{ id: 2, hasAmendments: true }]],
    saveAmendment: save('amendments', { status: 'declined', closedAt: now, declineReason: 'No.' }),
  },
  assignments: {
    listDutiesOfBooking: () => [[{ id: 2, cancelledAt: null }], [{ id: 1, cancelledAt: now }]],
    findAssignment: one,
    findOverlaps: () => ['drivers', 'plates'].map((which) => [which, { id: 2, operatorId: 2, cancelledAt: null }, 9]),
    insertAssignment: insert('assignments'),
    noteSeen: () => [
      [1, now],
      [2, now],
    ],
    saveAssignment: save('assignments', { seenAt: 7, legs: [1, 3] }),
  },
  audiences: {
    findCustomerToNotify: one,
    findDriverToNotify: one,
    listOperatorIds: () => [[]],
    listPeopleToNotify: () => [[[1, 2]], [[2]]],
  },
  'board-trips': {
    listBookingsOn: () => [
      [1, { from: 0, to: 1_000 }],
      [2, { from: 0, to: 1_000 }],
    ],
    listBookingsOnTheRoad: () => [1, 2].map((operatorId) => [{ operatorId, now: 0, leftBy: 1_000 }]),
    listContactsOfEach: () => [[[1, 2]], [[]]],
    listDutiesOfEach: () => [[[1, 2]], [[]]],
    hasBegun: one,
    listTripEventsOfEach: () => [[[1, 2]], [[]]],
    listTripsOfRefs: () => [
      [1, ['ref 1', 'ref 2']],
      [1, []],
    ],
  },
  'booking-changes': {
    assignNewVehicle: async ({ last }) => [[{ ...(await last('vehicles')), registration: 'vehicleReg 2' }, now]],
    touchBooking: () => [[2, now]],
    touchBookingsNaming: () => [[2, now]],
    touchBookingsOfDriver: () => [[2, now]],
  },
  blocks: {
    listBlocksOfDriver: one,
    dropBlock: () => [[2]],
    findBlock: ofOperator,
    insertBlock: insert('blocks'),
    listBlocks: () => [[{ operatorId: 1, ...page }]],
    saveBlock: save('blocks', { kind: 'mot', note: null }),
  },
  brands: {
    findBrand: () => [[1], [2]],
    findBrandWithLogo: () => [[1], [2]],
    saveBrand: () =>
      [1, 2].map((operatorId) => [
        {
          operatorId,
          accent: '#174a90',
          logoType: null,
          logoHash: null,
          logo: null,
          signOff: 'Us',
          messages: null,
          updatedAt: now,
        },
      ]),
  },
  bookings: {
    findBookingOfTrip: one,
    findBooking: () => [[1, 'ref 1']],
    findBookingById: one,
    insertBooking: insert('bookings'),
    listBookings: () =>
      ['active', 'cancelled', 'all'].flatMap((status) =>
        [null, 1].map((updatedSince) => [{ operatorId: 2, status, departsFrom: 0, departsTo: 9, updatedSince, ...page }]),
      ),
    saveBooking: save('bookings', { tripStatus: 'en_route', cancellation: { reason: 'Ill.' } }),
  },
  credentials: {
    isCredentialActive: one,
    findCredentialByHash: () => [['hash 1'], ['hash 2'], ['none']],
    findKey: () => [['tokenId 2']],
    listListeningCredentials: () => [[[1, 2]], [[2, 9]]],
    insertCredential: insert('credentials'),
    listKeys: one,
    revokeCredential: () => [[2, now]],
    revokeTripLinks: () => [[1, now]],
    revokeKey: () => [
      ['tokenId 1', now],
      ['tokenId 2', now],
    ],
    touchCredentials: () => [[[1, 2].map((id) => ({ id, at: now }))]],
  },
  'customer-erasure': {
    anonymiseTrips: () => [[[1, 2], { name: 'Former customer', people: [], omit: () => 'Theirs.' }, now]],
    dropTracesOfCustomer: () => [[[1, 2], now]],
    listPeopleBehind: () => [[[1, 2]]],
  },
  'dbs-readings': {
    listDbsReadings: one,
    noteDbsReading: () => [1, 8].map((day) => [{ operatorId: 1, driverId: 1, credentialId: 1, day, readAt: now }]),
  },
  deliveries: {
    abandonQueue: one,
    clampDueDates: () => [[0, 1]],
    listDueDeliveries: () => [
      [
        [
          { subscriptionId: 1, limit: 3, dueAt: -1, eventId: -1 },
          { subscriptionId: 2, limit: 3, dueAt: 1, eventId: 1 },
        ],
        now,
      ],
    ],
    findDelivery: () => [['id 2']],
    insertAttempts: () => [[[filledRow('webhookAttempts', 8), filledRow('webhookAttempts', 9)]]],
    insertDelivery: insert('webhookDeliveries'),
    listOpenQueues: () => [[now], [0]],
    postponeQueue: () => [[2, now, 9]],
    requeueDelivery: async ({ last }) => {
      const before = await last('webhookDeliveries')
      return [[before, { ...before, status: 'failed', dueAt: 7 }]]
    },
    settleDeliveries: () => [
      [
        [1, 2].map((nth) => ({
          id: `id ${nth}`,
          status: 'delivered',
          attempts: nth + 1,
          dueAt: now,
          lastStatus: nth === 1 ? 200 : null,
          lastError: null,
          deliveredAt: nth === 1 ? now : null,
        })),
      ],
    ],
  },
  'delivery-log': {
    listDeliveries: () => [
      [{ subscriptionId: 2, status: null, event: null, ...page }],
      [{ subscriptionId: 2, status: 'pending', event: 'event 2', ...page }],
    ],
    purgeDeliveries: purge,
    purgeEvents: purge,
  },
  devices: {
    findDevice: () => [
      [{ userId: 1 }, 1],
      [{ driverId: 1 }, 1],
    ],
    insertDevice: insert('devices'),
    listDevices: () => [
      [{ userId: 1 }, 0],
      [{ driverId: 1 }, 0],
    ],
    listLiveCredentials: one,
    renewCredential: () => [[2, 'tokenId 2', { tokenId: 'new', hash: 'new', hint: 'n', expiresAt: 9, createdAt: now }]],
    revokeOnDevice: () => [
      [1, now],
      [2, now],
    ],
    saveCredential: save('credentials', { revokedAt: now }),
    saveDevice: save('devices', { removedAt: now }),
    savePushToken: () => [
      [2, 'apns', 'encrypted'],
      [2, null, null],
    ],
    signOutEverywhere: () => [
      [{ userId: 1 }, now],
      [{ driverId: 1 }, now],
    ],
    touchDrivers: () => [[[1, 2].map((id) => ({ id, at: now }))]],
  },
  'driver-trips': {
    listAssignmentsOfDriver: one,
    listDriverTripRows: () => [[2, 'ref 2']],
    listDriverTripsAround: () => [[2, { from: 0, until: 9 }]],
    listDriverTripsUnderWay: () => [[2, 0]],
    findDriverTrips: () => ['upcoming', 'past', 'all'].map((list) => [list, { driverId: 2, now, ...page }]),
  },
  exports: {
    exportBookings: exported,
    exportDuties: exported,
    exportPayments: exported,
    exportPayouts: exported,
    exportQuotes: exported,
  },
  feeds: {
    dropFeed: () => [[2]],
    listFeedsOfDriver: () => [[1], [2], [99]],
    findFeed: ofOperator,
    findLastCalendarIds: () => [[]],
    findFeedByHash: () => [['hash 1'], ['hash 2'], ['no hash']],
    findFeedOfDriver: () => [
      [2, 1],
      [2, 2],
      [1, 1],
    ],
    insertFeed: insert('feeds'),
    listFeeds: () => [[{ operatorId: 1, ...page }], [{ operatorId: 2, ...page }]],
    listTripsOfFeed: () =>
      [
        { driverId: null, vehicleId: null },
        { driverId: 2, vehicleId: null },
        { driverId: null, vehicleId: 2 },
      ].flatMap((owner) =>
        [1, 2].map((operatorId) => [
          { operatorId, ...owner },
          { from: 0, to: 1_000 },
        ]),
      ),
  },
  diary: {
    listBlocksWithin: () => (['vehicle', 'driver'] as const).map((by) => [by, diarySpan]),
    listBookedDuties: () => [[diarySpan]],
    listPromisesWithin: () => [[[1, 2], diarySpan]],
  },
  disputes: {
    listDisputesOfBooking: () => [[{ quoteId: 1 }], [{ quoteId: 2 }]],
    findDispute: one,
    findDisputeNamed: () => [['providerRef 1'], ['b']],
    insertDispute: insert('disputes'),
    findOldestOpenDispute: () => [[]],
    saveDispute: save('disputes', { status: 'won' }),
  },
  drivers: {
    findDriver: ofOperator,
    findDriverById: one,
    findDriverOnRoster: ofOperator,
    findNamesakes: () => [[2, { email: 'X', phone: null, phoneHash: 'y' }]],
    insertDriver: insert('drivers'),
    listDrivers: () => [[{ operatorId: 2, ...page }]],
    listDriversWithPapers: one,
    listNamesOnRoster: one,
    listOpenAssignments: one,
    listTripsLeftBy: () => [[1, 1]],
    saveDriver: save('drivers', { name: 'Pat', notifyBySms: false, updatedAt: now }),
  },
  erasure: {
    dropTracesOf: driver,
    rewriteWordsOf: () => [[1, { own: () => 'Mine.', others: () => 'Theirs.' }]],
  },
  extras: {
    listExtras: one,
    insertExtra: insert('extras'),
    saveExtra: save('extras', { removedAt: now }),
    listShownExtras: () => [[{ id: 2, extrasAmount: 1 }]],
  },
  incidents: {
    findIncident: ofOperator,
    listIncidentsByDriver: one,
    listIncidentsOfBooking: one,
    insertIncident: insert('incidents'),
    listIncidents: () => [null, 'status 2'].map((status) => [{ operatorId: 2, status, ...page }]),
    saveIncident: save('incidents', { status: 'closed', movedAt: now, movedById: 1, moveNote: 'Seen to.' }),
  },
  invoices: {
    exportInvoices: exported,
    findInvoice: ofOperator,
    findInvoiceName: one,
    findInvoiceOfBooking: one,
    insertInvoice: insert('invoices'),
    insertInvoicedBookings: () => [[1, [{ bookingId: 1, grossAmount: 5 }]]],
    listInvoiceablesByRef: () => [[2, ['ref 1', 'ref 2']]],
    listInvoiceablesOfCustomer: () => [[2, { from: 0, to: 9 }]],
    listInvoices: () => [[{ operatorId: 2, ...page }]],
    findNextInvoiceNumber: one,
    noteInvoiceSent: () => [[2, now]],
    releaseInvoicedBookings: () => [[2, now]],
    saveInvoice: save('invoices', { creditedBy: 7 }),
  },
  jobs: {
    findJob: () => [[2, 'ref 2']],
    findOffer: one,
    insertOffer: insert('offers'),
    listJobs: () =>
      ['all', 'fresh', 'quoted', 'closing', 'expired'].flatMap((filter) =>
        [null, 1].map((updatedSince) => [{ operatorId: 2, filter, updatedSince, now: 0, closingUntil: 9, ...page }]),
      ),
    listOffersOfTrip: one,
    saveOffer: save('offers', { liveQuoteId: 2, outcome: 'won' }),
  },
  leases: {
    dropLease: () => [['name 1', 'token 1']],
    dropLeasesOf: () => [[['bootId 1', 'b']]],
    findLease: () => [['name 1']],
    lockLease: () => [['name 1'], ['none']],
    takeFreeLease: () =>
      [0, 3].flatMap((now) => ['name 1', 'new'].map((name) => [{ name, token: 't', bootId: 'b', until: 9 }, now])),
    takeLease: () => ['name 1', 'new'].map((name) => [{ name, token: 't', bootId: 'b', until: 9 }]),
  },
  locations: { insertLocation: insert('locations'), findLastLocation: one, listLocations: one, purgeLocations: purge },
  'message-list': {
    findListedMessage: ofOperator,
    listMessages: () =>
      [null, 2].flatMap((tripId) => [null, 'status 2'].map((status) => [{ operatorId: 2, tripId, status, ...page }])),
  },
  messages: {
    listCarriedMessages: one,
    dropMessage: one,
    findMessage: one,
    insertNotices: () => [
      [[notice('newsKey new'), notice('newsKey 1'), notice(null)], now, [{ kind: 'trip', subjectId: 7, dueAt: 9 }]],
    ],
    insertMessage: () => [[secretBox, { channel: 'mail', recipient: 'a@b.c', subject: 'Hello', text: 'Words.', now }]],
    listMessagesToDriver: driver,
    listMessagesWaitingFor: () => [[1, 'mail']],
    purgeMessages: purge,
    saveMessage: save('messages', { status: 'sent', sentAt: now }),
    settleCarried: () => [[1, { status: 'sent', attempts: 1, lastError: null, sentAt: now }]],
  },
  metrics: { countQueues: () => [[now]] },
  nodes: {
    saveBeat: () => [
      ['bootId 1', 9],
      ['bootId 2', 9],
    ],
    declareDead: () => [
      [['bootId 2'], 9],
      [['bootId 1', 'bootId 2'], 9],
    ],
    dropDeadNodes: () => [[0], [1]],
    findNode: () => [['bootId 1'], ['none']],
    insertNode: insert('nodes'),
    listKnownNodes: () => [[]],
    listLivingNodes: () => [[]],
    replaceBoots: () => [
      ['node 1', 'b'],
      ['node 2', 'b'],
    ],
    reviveNode: () => [
      ['bootId 1', 9],
      ['bootId 2', 9],
    ],
    lockSilentNodes: () => [
      ['b', 2],
      ['bootId 2', 2],
    ],
  },
  numbers: {
    listCancellationsIn: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 0, to: 9 }]],
    listCoachDrivesIn: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 0, to: 9 }]],
    listDeclinesIn: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 0, to: 9 }]],
    listQuotesSentInDetail: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 2, to: 2 }]],
    listArrivalsIn: () => [[{ operatorId: 2, from: 0, to: 9 }]],
    listBookingsDepartingIn: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 0, to: 9 }]],
    listQuotesSentIn: () => [[{ operatorId: 1, from: 0, to: 9 }], [{ operatorId: 2, from: 2, to: 2 }]],
  },
  occupations: {
    listOccupationsOfDrivers: ofMany,
    listOccupationsOfDuties: one,
    listOccupationsOfQuotes: () => [[[1, 2]]],
    listOccupationsOfVehicles: ofMany,
  },
  operators: {
    listAllOperators: () => [[]],
    findAccount: one,
    findOperator: one,
    findOperatorByRef: () => [['ref 2']],
    findOperatorsByRef: () => [[['ref 1', 'ref 2']]],
    countOperators: () => [[]],
    insertOperator: insert('operators'),
    listOperators: () => [[page]],
    listOperatorLocations: () => [[]],
    findOnlyOperatorId: () => [[]],
    saveOperator: save('operators', { vehicleCheckRequired: false, updatedAt: now }),
  },
  'account-payments': {
    listAccountPayments: () =>
      [null, 'pending', 'cleared', 'failed', 'reversed'].flatMap((status) =>
        [null, 'means 1'].map((means) => [{ operatorId: 1, from: 0, to: 9, status, means, ...page }]),
      ),
  },
  'desk-payments': {
    listDeskPayments: () =>
      [null, 1].flatMap((operatorId) =>
        [null, 'pending', 'cleared', 'failed', 'reversed'].flatMap((status) =>
          [null, 'means 1'].map((means) => [{ operatorId, from: 0, to: 9, status, means, ...page }]),
        ),
      ),
  },
  dues: {
    exportDues: exported,
    listDues: () => [[{ operatorId: 1, from: 0, to: 9, ...page }], [{ operatorId: 2, from: 0, to: 9, ...page }]],
  },
  'known-customers': {
    findKnownCustomer: () => [
      [1, 'ref 1'],
      [2, 'ref 1'],
    ],
    findPersonBy: () => [[0, { operatorId: 1, personKey: 'personKey 1' }]],
    giveTripsTo: () => [
      [[1, 2], 1],
      [[], 1],
    ],
    makeKnown: async ({ last }) => [[await last('customers'), 1]],
    listOwnTripsOfPerson: () => [[{ operatorId: 1, personKey: 'personKey 1' }]],
    saveKnownCustomer: async ({ last }) => [
      [await last('customers'), { name: 'Bea', organisation: null, email: null, phone: '07700 900222' }],
      [
        { ...filledRow('customers', 1), id: 1 },
        { name: 'Bea', organisation: null, email: null, phone: '07700 900222' },
      ],
    ],
    searchKnownCustomers: () => [[{ operatorId: 1, words: ['search'] }]],
  },
  'open-points': {
    listAwaitedTransfers: pointsAsked,
    listCustomerContactsAhead: pointsAsked,
    findNextDeparture: pointsAsked,
    listOverdueBookings: () => [1, 2].map((operatorId) => [{ operatorId, limit: 10, from: 0, to: 1_000 }]),
    listRequestedInvoices: pointsAsked,
    listDutiesAhead: pointsAsked,
    listUnansweredDuties: pointsAsked,
    listUnstaffedBookings: pointsAsked,
    listWaitingRequests: pointsAsked,
  },
  'open-trouble': {
    listFailedMessages: pointsAsked,
    listParkedSubscriptions: pointsAsked,
    listUnsafeChecks: pointsAsked,
    listChangeRequests: pointsAsked,
  },
  'desk-summary': {
    findFirstTimezone: () => [[]],
    listTripsEntered: () => [[0, 1_000]],
  },
  'desk-trips': {
    dropTripWords: one,
    insertTripWords: () => [[1, ['leeds', 'york']]],
    listPlatformItineraries: () => [['word'], ['wor', '2']].map((words) => [{ words, since: 0 }]),
    listDeskTrips: () =>
      [
        { status: null, words: null, updatedSince: null },
        { status: 'open', words: null, updatedSince: null },
        { status: null, words: ['word'], updatedSince: null },
        { status: 'open', words: ['word', '2'], updatedSince: 0 },
      ].map((filter) => [{ ...filter, ...page }]),
  },
  'own-customers': {
    findOwnCustomer: ofOperator,
    hasUnsettledMoney: one,
    insertOwnCustomer: insert('ownCustomers'),
    listOwnCustomers: () => [[{ operatorId: 2, ...page }]],
    listOwnCustomersCalling: () => ['2', '7700'].map((digits) => [{ operatorId: 2, digits, ...page }]),
    listOwnCustomersNamed: () => [[{ operatorId: 2, words: ['2'], ...page }]],
    saveOwnCustomer: save('ownCustomers', { name: 'Bo', removedAt: now }),
    listTripsOfOwnCustomer: one,
  },
  'own-trips': {
    findOwnTrip: () => [[2, 'ref 2']],
    findOwnTrips: () => [null, 'status 2'].map((status) => [{ operatorId: 2, status, ...page }]),
    findTripsOfCustomer: () => [1, 2].map((customerId) => [{ customerId, ...page }]),
  },
  payments: {
    listChargesInFlight: () => [[]],
    findPayment: one,
    findPaymentKeyed: () => [['providerKey 1'], ['none']],
    findPaymentOfResponse: () => [['storedResponseId 1']],
    insertPayment: insert('payments'),
    isChargedBeside: () => [[2, new Set()]],
    findOpenPayments: one,
    listPaymentsOfBooking: () => [[{ tripId: 2, quoteId: 2 }]],
    listPaymentsByProviderRefs: () => [[['sessionRef 1', 'intentRef 2', 'providerRef 2', 'b']]],
    listPaymentsOfTrip: one,
    savePayment: save('payments', { status: 'succeeded' }),
    listUndecidedCharges: () => [[['bootId 1', 'b']]],
  },
  'open-payments': {
    listNewestPaymentRows: () => [true, false].map((isOpen) => [{ isOpen, limit: 10 }]),
    listPaymentsToSettle: pointsAsked,
    findPaymentsKnownUntil: () => [[]],
  },
  payers: {
    findPayer: () => [[2, 'provider 2']],
    insertPayer: insert('payers'),
    savePayer: save('payers', { providerRef: 'b' }),
  },
  postcodes: {
    countPostcodes: () => [[0], [1]],
    dropPostcodeSet: () => [[]],
    dropPostcodes: () => [
      [{ from: 0, until: 2 }, 1],
      [{ from: 0, until: Number.MAX_SAFE_INTEGER }, 10],
    ],
    findPostcodePoints: () => [[['LS1 4DY', 'LS1']], [[]]],
    findPostcodeSet: () => [[]],
    savePostcodes: () => [
      [1, []],
      [1, [{ number: 7, latitude: 5_379_400, longitude: -154_750 }]],
    ],
    usePostcodeSet: () => [[{ id: 2, source: 'ons', importedAt: now }]],
  },
  'pending-places': {
    listPendingPlaces: () => [[1], [2]],
  },
  places: {
    forgetPlacesOf: () => [[[1, 2]], [[9]]],
    keepPlaces: () =>
      [[1, 2], [1]].map((tripIds) => [
        2,
        tripIds.map((tripId) => ({
          tripId,
          usedAt: now,
          places: [
            {
              ...{ key: 'key 2', ownCustomerId: null, label: 'Town Hall', kind: 'venue', locality: null, postcode: 'LS1 3AD' },
              ...{ point: { latitude: 53.8, longitude: -1.55 }, pointSource: 'town', country: 'GB', folded: 'folded 2' },
            },
          ],
        })),
      ]),
    listPlacesById: () => [[[2, 9, 1]]],
    findPlacesLike: () =>
      ['folded', 'tail', '%'].flatMap((sought) => [
        [{ operatorId: 1, ownCustomerId: 1, sought }],
        [{ operatorId: 2, ownCustomerId: null, sought }],
      ]),
    purgePlaces: purge,
  },
  payouts: {
    findPayout: one,
    findPayoutAlone: one,
    dropAdjustment: () => [[2]],
    insertAdjustment: insert('payoutAdjustments'),
    insertPayout: insert('payouts'),
    listLedger: () =>
      [null, 2].flatMap((operatorId) =>
        [null, 'status 2'].flatMap((status) =>
          [null, 9].map((scheduledBefore) => [{ operatorId, status, scheduledBefore, ...page }]),
        ),
      ),
    listPayouts: () => [null, 'status 2'].map((status) => [{ operatorId: 2, status, ...page }]),
    addItineraryToPayout: () => [1, 2].map((id) => [{ payout: { id, bookingId: id }, adjustments: [] }]),
    addItinerariesToPayouts: () => [[[1, 2].map((id) => ({ payout: { id, bookingId: id }, adjustments: [] }))], [[]]],
    findPayoutOfBooking: one,
    listPayoutsOfStatement: () => [[2, 'statementRef 2']],
    savePayout: save('payouts', { status: 'paid', paidAt: now }),
  },
  privacy: {
    listConsents: one,
    listDevicesOfDriver: one,
    listExportsSince: () => [[1, 0]],
    insertConsent: insert('consents'),
    insertPrivacyRequest: insert('privacyRequests'),
    listPrivacyRequests: one,
    savePrivacyRequest: save('privacyRequests', { status: 'done' }),
  },
  promises: {
    findChargeBeside: one,
    listPromisedComforts: one,
    dropPromisesOf: one,
    insertPromise: insert('promisedVehicles'),
    movePromisesOf: () => [[{ quoteId: 2, departsAt: 3, endsAt: 4 }]],
    listPromises: one,
    settlePromisesOf: () => [[{ quoteId: 2 }, 1]],
    listRivalsForVehicle: () => [[{ tripId: 1, vehicleId: 2, from: 0, to: 1_000 }]],
    listRivalsOfQuote: one,
    listRivalsOfTrip: one,
    listVehiclesPromisedOn: one,
  },
  'quote-notices': {
    removeQuoteNotices: one,
    saveQuoteNotices: () => [[[1, 8].map((quoteId) => ({ quoteId, tripId: 1, revision: 2, isClosed: true })), now]],
    listQuoteNotices: one,
  },
  quotes: {
    findQuote: one,
    findRequest: one,
    insertQuote: insert('quotes'),
    insertRequest: insert('bookingRequests'),
    insertRevision: insert('quoteRevisions'),
    listQuoteEnds: one,
    listQuotesOfTrip: one,
    listRequestsOfTrip: one,
    listRevisionsOfJob: async ({ last }) => [[await last('offers')], [{ id: 1, tripId: 1 }]],
    saveQuote: save('quotes', { status: 'confirmed', vehicles: [{ type: 'coach_49', count: 1, seats: 49 }] }),
    saveRequest: save('bookingRequests', { status: 'confirmed' }),
  },
  'rate-limits': {
    dropStaleCounters: () => [[now]],
    findCounter: () => [
      ['subject 1', 'bucket 1'],
      ['subject 1', 'sign_in'],
    ],
    lockCounter: () => ['bucket 1', 'sign_in'].flatMap((bucket) => ['subject 1', 'new'].map((subject) => [subject, bucket, 9])),
    keepCounter: () =>
      ['bucket 1', 'sign_in'].flatMap((bucket) =>
        ['subject 1', 'new'].map((subject) => [{ subject, bucket, state: '{}', expiresAt: 9 }]),
      ),
    replaceCounter: () =>
      ['bucket 1', 'sign_in'].flatMap((bucket) =>
        ['{}', '{"60000":{"hits":[]}}'].map((known) => [{ subject: 'subject 1', bucket, state: '{}', expiresAt: 9, known }]),
      ),
  },
  'sandbox-ledger': {
    enterSandbox: () =>
      ['key 1', 'new'].map((key) => [{ key, kind: 'charge', amount: 5, currencyCode: 'GBP', outcome: 'declined', ref: 'ch' }]),
    findSandboxEntry: () => [['key 1'], ['none']],
  },
  search: {
    searchBookings: () => [[words]],
    searchCustomers: () => [[words]],
    searchJobs: () => [[words]],
  },
  scheduler: {
    claimDue: () => ['main', 'messages', 'sms', 'payments'].map((lane) => [lane, now, 10, { token: 't', bootId: 'b', until: 9 }]),
    listClaimingBoots: () => [[]],
    runTaskNow: () => [['trip', 2, 0]],
    findDueTime: () => [['trip', 2]],
    findTask: () => [['trip', 2]],
    finishTask: () => [[{ id: 1, leaseToken: 'leaseToken 1' }], [{ id: 1, leaseToken: 'another' }]],
    findTasks: () => [['main', [1, 2, 9]]],
    listNextTasks: () => ['main', 'messages', 'sms', 'payments'].map((lane) => [lane, 1, new Set([2])]),
    saveTaskFailure: () => [['trip', 2, 'broken']],
    postponeTask: async ({ last }) => [[{ ...(await last('scheduler')), leaseToken: 't' }, 9, 'broken']],
    extendClaims: async ({ last }) => [[[await last('scheduler'), { id: 1, leaseToken: 'leaseToken 1' }], 9]],
    runTasksNowFor: () => [['trip', [2, 9], 0]],
    reclaimLeases: () => [[['bootId 1']], [[]]],
    runTasksNow: () => [
      ['trip', 0],
      ['trip', 0, [2]],
    ],
    scheduleTasks: () => [[[2, 9].map((subjectId) => ({ kind: 'trip', subjectId, dueAt: 7 })), now]],
    scheduleTask: () => [
      ['trip', 2, 7, now],
      ['trip', 9, 7, now],
    ],
    unscheduleTask: () => [['trip', 2]],
  },
  'server-settings': {
    dropServerSetting: () => [['name 1'], ['none']],
    findClockNote: () => [[]],
    findServerSetting: () => [['name 1'], ['none']],
    saveClockNote: () =>
      [
        { seenAt: now, passed: null },
        { seenAt: now, passed: { from: now - 1, to: now } },
      ].map((note) => [note, now]),
    saveServerSetting: () =>
      ['name 1', 'new'].map((name) => [{ name, value: { host: 'mail.example', port: 25 }, encrypted: null, updatedAt: now }]),
  },
  'sign-in': {
    findDriversByPhone: () => [['phoneHash 1']],
    findSignInCode: () => [['phoneHash 2']],
    findSignInCodeByLink: () => [['linkHash 1'], ['none']],
    findSignInLink: () => [['hash 1'], ['hash 2']],
    insertSignInCode: insert('signInCodes'),
    insertSignInLink: insert('signInLinks'),
    purgeSignInCodes: purge,
    purgeSignInLinks: purge,
    saveSignInCode: save('signInCodes', { tries: 8 }),
    saveSignInLink: save('signInLinks', { usedAt: now }),
    voidSignInCodes: () => [['phoneHash 2']],
  },
  'stored-responses': {
    dropStoredResponse: () => [['id 1']],
    findStoredResponse: () => [['scope 1', 'key 1']],
    insertStoredResponse: insert('storedResponses'),
    moveStoredResponse: async ({ last }) => [
      [
        { ...(await last('storedResponses')), bootId: 'bootId 2' },
        { state: 'completed', status: 201 },
      ],
    ],
    listOverdueBoots: () => [[now]],
    purgeStoredResponses: () => [[now, ['bootId 1'], 10]],
  },
  'future-tasks': {
    rescheduleRowsAhead: () => [[now]],
    rescheduleTasksAhead: () => [[now]],
  },
  'trip-events': {
    insertTripEvent: insert('tripEvents'),
    saveTripEvent: save('tripEvents', { vehicleNo: 2 }),
    listTripEventsByDriver: one,
    listTripEvents: one,
  },
  trips: {
    findCustomerOfTrip: async ({ last }) => [[await last('trips')]],
    findCustomerOfRef: () => [['ref 2'], ['none']],
    findTrip: one,
    findTripByRef: () => [['ref 2']],
    findTripTimes: () => [['ref 2', 'trip']],
    insertCustomer: insert('customers'),
    listItineraries: () => [[[1, 2, 9]], [[]]],
    insertTrip: insert('trips'),
    saveCustomer: save('customers', { email: null, phone: '07700 900222' }),
    saveTrip: save('trips', { status: 'booked', leadPassenger: { name: 'Bo', phone: null } }),
  },
  'unknown-payments': {
    findUnknownPayment: () => [['providerRef 1'], ['none']],
    hasUnknownCharge: one,
    hasUnknownRefund: () => [['chargeRef 1'], ['chargeRef 2']],
    insertUnknownPayment: insert('unknownPayments'),
    listOpenUnknownCharges: () => [['provider 1'], ['none']],
    listOpenUnknownPayments: () => [[10]],
    saveUnknownPayment: save('unknownPayments', { settledAt: now }),
    listUnclaimedUnknownPayments: () => [[10]],
    listUnknownPaymentsOfOperator: pointsAsked,
  },
  users: {
    findUser: ofOperator,
    findUserById: one,
    findUserOnAccount: () => [[2, 'email 2']],
    findPeopleByEmail: () => [['email 2']],
    insertPerson: insert('users'),
    insertUser: insert('users'),
    listLastSeen: () => [[[1, 2]]],
    listPlatformPeople: () => [[]],
    listUsers: one,
    savePerson: save('users', { role: 'admin' }),
    saveUser: save('users', { role: 'admin' }),
  },
  'vehicle-checks': {
    findCheckOfTrip: () => [[{ operatorId: 1, vehicleReg: 'vehicleReg 1', bookingId: 1, from: 0, until: 9 }]],
    listChecksByDriver: one,
    listChecksOfVehicle: () => [
      [
        { operatorId: 2, vehicleReg: 'vehicleReg 2' },
        { from: 9, at: now },
      ],
    ],
    findVehicleCheck: ofOperator,
    findVehicleCheckById: one,
    findFirstFitAfter: () => [[{ operatorId: 1, vehicleReg: 'vehicleReg 1' }, 0]],
    insertVehicleCheck: insert('vehicleChecks'),
    listVehicleChecks: () =>
      [null, 'vehicleReg 2'].flatMap((vehicleReg) =>
        [null, 'result 2'].map((result) => [{ operatorId: 2, vehicleReg, result, from: null, to: 9, ...page }]),
      ),
    purgeVehicleChecks: purge,
    saveVehicleCheck: save('vehicleChecks', {
      resolvedAt: now,
      resolution: { note: 'New pads.', rectifiedBy: 'Bo', odometer: 7 },
    }),
    resolveUnsafe: () => [[{ operatorId: 2, vehicleReg: 'vehicleReg 2' }, now]],
    listUnsafePlates: () => [[2, 2]],
  },
  vehicles: {
    findVehicle: ofOperator,
    findVehicleById: one,
    findVehicleByRegistration: () => [[2, 'registration 2']],
    insertVehicle: insert('vehicles'),
    listVehicles: one,
    saveVehicle: save('vehicles', { amenities: ['wc'], updatedAt: now }),
  },
  webhooks: {
    countSubscriptions: one,
    findSubscription: one,
    findSubscriptionStates: () => [[[1]], [[2]]],
    insertEvent: insert('webhookEvents'),
    insertSubscription: insert('webhookSubscriptions'),
    parkSubscription: () => [[{ id: 2, parkedAt: now, parkedReason: 'failures' }]],
    parkSubscriptionsOfCredential: () => [[2, 'credential', now]],
    saveSubscription: save('webhookSubscriptions', { events: ['booking.confirmed'], parkedAt: now }),
    skipEvent: () => [[{ id: 1, parkedAt: now, parkedReason: 'failures' }], [{ id: 2, parkedAt: now, parkedReason: 'failures' }]],
    saveTallies: () => [[[1, 2].map((id) => ({ id, consecutiveFailures: 3, lastDeliveryAt: now, lastResponseStatus: null }))]],
    listSubscriptions: one,
  },
}

/** Exports that are not queries: parts of a query, and functions that need no database. */
const noQueries = new Set([
  'selectBookingRecords',
  'buildDoubtSinceSql',
  'buildExportReader',
  'isOfAnother',
  'isPromised',
  'isStillDue',
  'isToDriver',
  'openMessage',
  'findMessageTask',
  'listSpansOutside',
])

const folder = resolve(import.meta.dir, '../../src/storage/queries')

type Module = Record<string, unknown>

async function modules(): Promise<[string, Module][]> {
  const names = readdirSync(folder).map((file) => file.slice(0, -'.ts'.length))
  return Promise.all(names.sort().map(async (name): Promise<[string, Module]> => [name, await import(`${folder}/${name}.ts`)]))
}

/** Lists queries that have no arguments here, and arguments that have no query, by module and name. */
export async function missingQueries(): Promise<string[]> {
  const there = (await modules()).flatMap(([name, exported]) =>
    Object.keys(exported).flatMap((key) =>
      typeof exported[key] === 'function' && !noQueries.has(key) ? [`${name}.${key}`] : [],
    ),
  )
  const here = Object.entries(asked).flatMap(([name, queries]) => Object.keys(queries).map((key) => `${name}.${key}`))
  return [...there.filter((one) => !here.includes(one)), ...here.filter((one) => !there.includes(one))]
}

/** Rolls a transaction back when thrown; no query throws it. */
class Undo extends Error {}

/** Answers of each query on filled tables, and the rows it leaves in all tables, by module, name and call. */
export async function answersOf(storage: Storage): Promise<Map<string, unknown>> {
  await storage.transact(fillEveryTable)
  const before = await undone(storage, everything)
  const answers = new Map<string, unknown>([['every table', before]])
  for (const [name, exported] of await modules()) {
    for (const [key, given] of Object.entries(asked[name] ?? {})) {
      const query = exported[key] as (tx: Writer, ...given: Given) => Promise<unknown>
      const turns = await storage.read(async (db) => given({ last: (table) => lastRow(db as Writer, table) }))
      for (const [turn, values] of turns.entries()) {
        answers.set(`${name}.${key} (${turn})`, await undone(storage, (tx) => outcomeOf(() => query(tx, ...values), tx, before)))
      }
    }
  }
  return answers
}

async function undone(storage: Storage, work: (tx: Writer) => Promise<unknown>): Promise<unknown> {
  let found: unknown
  await storage
    .transact(async (tx) => {
      found = plain(await work(tx))
      throw new Undo()
    })
    .catch((fault: unknown) => {
      if (!(fault instanceof Undo)) throw fault
    })
  return found
}

/** Answer of a query, and the rows of all tables if the query changed them. */
async function outcomeOf(query: () => Promise<unknown>, tx: Writer, before: unknown): Promise<unknown> {
  const mark = await writingMark(tx)
  const answer = await query().catch((fault: Error) => ({ fault: String(fault.cause ?? fault) }))
  const isFaulty = answer !== null && typeof answer === 'object' && 'fault' in answer
  // Reading every table takes far longer than any query, and most queries write nothing.
  if (isFaulty || !(await hasWrittenSince(mark, tx))) return { answer, left: null }
  const left = plain(await everything(tx))
  return { answer, left: Bun.deepEquals(left, before) ? null : left }
}

/** SQLite counts the rows that a connection has ever written; PostgreSQL gives a transaction a number once it writes. */
const mark = prepareStatement('writing_mark', ({ db, t, dialect }) =>
  db
    .select({ mark: dialect === 'sqlite' ? sql`total_changes()` : sql`pg_current_xact_id_if_assigned()::text` })
    .from(t.serverSettings)
    .limit(1),
)

async function writingMark(tx: Writer): Promise<unknown> {
  return (await mark(tx).execute())[0]?.mark
}

async function hasWrittenSince(before: unknown, tx: Writer): Promise<boolean> {
  const now = await writingMark(tx)
  return tx.dialect === 'postgres' ? now !== null : now !== before
}

const tables = (Object.keys(sqliteTables) as (keyof Tables)[]).map((name) => {
  const all = prepareStatement(`all_${name}`, ({ db, t }) =>
    db
      .select()
      .from(t[name] as Tables['trips'])
      .orderBy(sql`1`),
  )
  return [name, all] as const
})

async function everything(tx: Writer): Promise<unknown> {
  const rows = await Promise.all(tables.map(async ([name, all]) => [name, await all(tx).execute()] as const))
  return { ...Object.fromEntries(rows), listCounts: await countsIn(tx) }
}

/** Total length of each list, because only PostgreSQL keeps a total in several parts. */
async function countsIn({ db, t: { listCounts: c } }: Writer): Promise<unknown> {
  const total = sql<number>`sum(${c.total})`.mapWith(Number)
  const group = { operatorId: c.operatorId, list: c.list, day: c.day }
  return db
    .select({ ...group, total })
    .from(c)
    .groupBy(c.operatorId, c.list, c.day)
    .orderBy(c.operatorId, c.list, c.day)
}

async function lastRow(db: Writer, name: keyof Tables): Promise<AnyRow> {
  return (
    await db.db
      .select()
      .from(db.t[name] as Tables['trips'])
      .orderBy(sql`1`)
  ).at(-1) as AnyRow
}

/** A salt, as the storage makes one: 128 random bits. */
const salt = /^[\w-]{22}$/

/** Replaces ids of new rows, which differ because a rollback uses numbers up, and random salts. */
function plain(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value) => {
      if (value instanceof Set) return [...value].sort()
      if (key === 'linkSalt' && salt.test(value)) return 'a salt'
      return /^(id|subjectId)$/.test(key) && typeof value === 'number' && value > lastFilledId ? 'new' : value
    }) ?? 'null',
  )
}
