import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { bounds } from '../../src/storage/queries/future-tasks.ts'

/** Columns of instants that need no rescheduling after a wrong clock, by the reason. */
const others = {
  'says when something happened, and nothing waits for it': [
    'operators: suspendedAt createdAt updatedAt',
    'users: roleSince invitedAt removedAt createdAt',
    'drivers: invitedAt activatedAt appLastSeenAt removedAt locationConsentAt erasedAt createdAt updatedAt',
    'vehicles: removedAt createdAt updatedAt',
    'ownCustomers: removedAt createdAt updatedAt',
    'customers: createdAt',
    'devices: lastUsedAt removedAt createdAt',
    'credentials: revokedAt lastUsedAt createdAt',
    'signInLinks: usedAt createdAt',
    'signInCodes: usedAt createdAt',
    'bookings: confirmedAt cancelledAt finishedAt invoiceRequestedAt updatedAt',
    'assignments: assignedAt seenAt acknowledgedAt declinedAt endedAt',
    'tripEvents: occurredAt sentAt receivedAt',
    'incidents: movedAt occurredAt createdAt',
    'extras: addedAt removedAt',
    'amendments: createdAt closedAt',
    'brands: updatedAt',
    'payers: createdAt updatedAt',
    'disputes: openedAt closedAt updatedAt',
    'unknownPayments: madeAt settledAt createdAt updatedAt',
    'locations: receivedAt',
    'vehicleChecks: startedAt receivedAt resolvedAt',
    'consents: changedAt',
    'privacyRequests: doneAt createdAt',
    'dbsReadings: readAt',
    'blocks: createdAt updatedAt',
    'feeds: createdAt',
    'invoices: issuedAt sentAt',
    'invoicedBookings: creditedAt',
    'nodes: startedAt',
    'payouts: paidAt createdAt updatedAt',
    'payoutAdjustments: createdAt',
    'offers: declinedAt closedAt offeredAt updatedAt',
    'quotes: rejectedAt submittedAt updatedAt closedAt',
    'quoteRevisions: createdAt',
    'bookingRequests: requestedAt closedAt',
    'payments: receivedAt lateAt reversedAt consentedAt askedAt createdAt updatedAt',
    'storedResponses: createdAt',
    'scheduler: createdAt',
    'messages: toldAgainAt sentAt',
    'quoteNotices: toldAt',
    'postcodeSets: importedAt',
    'serverSettings: updatedAt',
    'trips: closedAt createdAt updatedAt',
    'webhookSubscriptions: parkedAt lastDeliveryAt createdAt deletedAt',
    'webhookDeliveries: deliveredAt createdAt',
    'webhookAttempts: attemptedAt',
  ],
  'is a date of a trip, of a duty or of somebody’s papers': [
    'drivers: licenseExpiresAt dbsExpiresAt',
    'vehicles: motDue',
    'bookings: balanceDueAt overdueAt departsAt endsAt',
    'assignments: reportAt departsAt endsAt',
    'blocks: startsAt endsAt',
    'payouts: scheduledFor',
    'offers: quoteBy departsAt',
    'quotes: validUntil',
    'promisedVehicles: departsAt endsAt',
    'trips: departsAt returnsAt endsAt quoteBy',
  ],
  'is brought back with the tasks, the deliveries, the requests or the quotes that are held, or is of the database’s own clock': [
    'bookingRequests: respondBy',
    'nodes: beatAt diedAt',
    'quotes: lockedUntil',
    'scheduler: dueAt readyAt',
    'webhookDeliveries: dueAt',
  ],
  'is by the clock of a provider, or only makes what is late go nowhere': [
    'disputes: respondBy',
    'messages: expiresAt',
    'payments: pageExpiresAt',
  ],
}

/** `quotes: lockedUntil validUntil` → `quotes.lockedUntil`, `quotes.validUntil`. */
const columnsOf = (line: string) => {
  const [table, columns = ''] = line.split(': ')
  return columns.split(' ').map((column) => `${table}.${column}`)
}

/** The columns of instants that a file of tables declares, as `table.column`, with those of shared groups before the tables. */
function instantsIn(text: string): string[] {
  const shared = new Map<string, readonly string[]>()
  return text.split(/^ {2}const (?=\w+ = )/m).flatMap((part) => {
    const [name = ''] = part.match(/^\w+/) ?? []
    const columns = [...part.matchAll(/^\s+(\w+): c\.instant\(\)/gm)].map(([, column = '']) => column)
    if (!/^\w+ = c\.table\(/.test(part)) {
      shared.set(name, columns)
      return []
    }
    const alike = [...shared].flatMap(([called, theirs]) => (part.includes(` ${called}()`) ? theirs : []))
    return [...columns, ...alike].map((column) => `${name}.${column}`)
  })
}

test('covers each column of instants by a reschedule or a reason after the clock ran ahead', async () => {
  const paths = [...new Glob('src/storage/tables/*.ts').scanSync('.')]
  const found = (await Promise.all(paths.map(async (path) => instantsIn(await Bun.file(path).text())))).flat()
  const bound = bounds.map(({ table, column }) => `${table}.${column}`)
  const excused = Object.values(others).flat().flatMap(columnsOf)
  expect(found.length).toBeGreaterThan(150)
  expect([...bound, ...excused].sort()).toEqual([...new Set(found)].sort())
})
