import type { WorkerContext } from '../../src/actions/context.ts'
import { KeyedMutex } from '../../src/actions/server/keyed-mutex.ts'
import { NodeMember, type NodeTimes } from '../../src/actions/server/membership.ts'
import { joinNodes } from '../../src/actions/server/nodes.ts'
import type { Clock } from '../../src/clock.ts'
import { usualMapUrl } from '../../src/domain/map-url.ts'
import { manualPayments } from '../../src/gateways/payments/payments.ts'
import { createEventBodies } from '../../src/http/contracts/event.ts'
import { makeLogger } from '../../src/log.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { noTransports } from './no-transports.ts'
import { openPaperPress } from './paper-press.ts'
import { stretchedForLoad } from './patience.ts'
import { makePostgresDatabase } from './postgres.ts'

type NodeWishes = {
  readonly node?: string
  readonly configHash?: string
  readonly machineClock?: Clock | null
  /** Wraps the storage through which the node reports. */
  readonly through?: (storage: Storage) => Storage
}

/** Times fast enough for a test, and slow enough for a busy machine to keep. */
export const membershipTimes: NodeTimes = {
  beatEveryMs: 100,
  actsForMs: stretchedForLoad(1_500),
  deadAfterMs: stretchedForLoad(2_000),
}

/** Nodes on a PostgreSQL of their own, each with its own handle on it. */
export async function openNodeMemberships() {
  const database = await makePostgresDatabase()
  const opened: AsyncDisposable[] = []
  let boots = 0

  async function boot({
    node = `node-${boots}`,
    configHash = 'same',
    machineClock = null,
    through = (one) => one,
  }: NodeWishes = {}) {
    const storage = await openPostgres(database.url)
    const bootId = `boot-${boots++}`
    const { log } = makeLogger({ level: 'silent', terminal: false })
    const identity = { bootId, node, configHash, release: '0.0.0', keyFingerprint: 'same' }
    await joinNodes(storage, identity, Date.now)
    const of = {
      storage: through(storage),
      lookups: storage,
      identity,
      clock: Date.now,
      machineClock,
      log,
      times: membershipTimes,
    }
    const member = await NodeMember.open({ ...of, isBeating: true })
    const context: WorkerContext = {
      storage,
      clock: Date.now,
      log,
      secretBox: createSecretBox(new Uint8Array(32).fill(7)),
      eventBodies: createEventBodies(usualMapUrl),
      payments: manualPayments,
      wallClock: Date.now,
      returnUrl: null,
      payoutWaitsForBalance: false,
      transports: noTransports,
      publicName: null,
      phoneCountry: 'GB',
      bootId,
      isDead: member.isDead,
      baseUrl: 'http://charabanc.test',
      press: openPaperPress(),
      tripLocks: new KeyedMutex(),
      membership: member,
    }
    opened.push({
      async [Symbol.asyncDispose]() {
        await member.close()
        await storage.close()
      },
    })
    return {
      storage,
      bootId,
      member,
      context,
      /** Opens another thread of the same process. */
      openThread: async () => {
        const thread = await NodeMember.open({ ...of, isBeating: false })
        opened.unshift({ [Symbol.asyncDispose]: () => thread.close() })
        return thread
      },
      /** Stops the node's automatic reports. */
      freeze: () => member.close(),
      /** Reports again, as a node that believes it missed nothing. */
      comeBack: () => member.beatNow(),
    }
  }

  return {
    database,
    boot,
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
