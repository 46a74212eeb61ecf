import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { bounds } from '../../src/storage/queries/time-ahead.ts'

/** Why a column that holds instants is brought back by nothing, or by something else. */
const others = {
  'says when something happened, and nothing waits for it': [
    'acknowledgedAt activatedAt addedAt appLastSeenAt assignedAt askedAt attemptedAt cancelledAt changedAt closedAt confirmedAt',
    'consentedAt createdAt creditedAt declinedAt deletedAt deliveredAt doneAt endedAt erasedAt finishedAt invitedAt issuedAt lastDeliveryAt',
    'lastUsedAt lateAt locationConsentAt madeAt movedAt occurredAt offeredAt openedAt paidAt parkedAt readAt receivedAt rejectedAt removedAt',
    'requestedAt resolvedAt reversedAt revokedAt seenAt sentAt settledAt startedAt submittedAt suspendedAt toldAgainAt toldAt updatedAt usedAt',
  ],
  'is a date of a trip, of a duty or of somebody’s papers': [
    'balanceDueAt dbsExpiresAt departsAt endsAt licenseExpiresAt motDue overdueAt quoteBy reportAt returnsAt scheduledFor startsAt validUntil',
  ],
  'is brought back with the tasks, the deliveries or the requests, or is of the database’s own clock': [
    'beatAt diedAt dueAt readyAt respondBy',
  ],
  'is by the clock of a provider, or only makes what is late go nowhere': ['expiresAt pageExpiresAt'],
}

test('each column that holds instants is brought back after a clock ran ahead, or has a reason not to be', async () => {
  const named = new Set(Object.values(others).flatMap((lines) => lines.flatMap((line) => line.split(' '))))
  const bound = new Set<string>(bounds.map(({ column }) => column))
  const found = new Set<string>()
  for (const path of new Glob('src/storage/tables/*.ts').scanSync('.')) {
    const text = await Bun.file(path).text()
    for (const [, name = ''] of text.matchAll(/^\s+(\w+): c\.instant\(\)/gm)) found.add(name)
  }
  expect(found.size).toBeGreaterThan(60)
  expect([...found].filter((name) => !named.has(name) && !bound.has(name))).toEqual([])
  expect([...named].filter((name) => !found.has(name))).toEqual([])
})
