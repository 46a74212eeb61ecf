import { openPayments } from '../actions/cards/payment-account.ts'
import type { WorkerContext } from '../actions/context.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import type { Membership } from '../actions/server/membership.ts'
import { createSystemClock } from '../clock.ts'
import { type Config, ConfigProblem } from '../config.ts'
import { openTransports } from '../gateways/message-transports.ts'
import { openPress } from '../gateways/papers/press.ts'
import { ProviderFault } from '../gateways/payments/payments.ts'
import { createEventBodies } from '../http/contracts/event.ts'
import { makeLogger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import { findNode } from '../storage/queries/nodes.ts'
import { createConfiguredClock } from './clock.ts'
import type { DataFolder } from './data-folder.ts'
import { CliFailure, exit } from './exit.ts'
import { findRunningHolder, findServerAddress } from './lock.ts'
import { runWithDataFolder } from './open-storage.ts'
import { listStripeSettingFaults } from './payment-settings.ts'

/**
 * Works on payments beside a running server, with the configured provider. Fails with 2 if the database belongs to another key,
 * and with 75 or 1 if the provider does not answer or rejects the call.
 */
export async function runWithPayments<T>(config: Config, work: (context: WorkerContext) => Promise<T>): Promise<T> {
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
  try {
    return await runWithDataFolder(config, async (folder) => {
      const { account } = await inspectPayments(folder.database)
      const faults = listStripeSettingFaults(config, { account, operators: [], unsettled: [] })
      if (faults.length > 0) throw new ConfigProblem(faults, [])
      return work(await buildPaymentsContext(config, folder, log))
    })
  } catch (fault) {
    throw fault instanceof ProviderFault ? toProviderFailure(fault) : fault
  } finally {
    flush()
  }
}

async function buildPaymentsContext(config: Config, folder: DataFolder, log: WorkerContext['log']): Promise<WorkerContext> {
  const { storage, secretBox } = folder
  const clock = createConfiguredClock(config)
  const membership = createCommandMembership(config, folder)
  return {
    storage,
    clock,
    log,
    secretBox,
    eventBodies: createEventBodies(config.mapUrl),
    payments: await openPayments(config, storage, membership, clock, log),
    wallClock: createSystemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: openTransports(config),
    bootId: Bun.randomUUIDv7(),
    isDead: membership.isDead,
    tripLocks: new KeyedMutex(),
    membership,
    baseUrl: findServerAddress(config),
    publicName: config.publicName,
    phoneCountry: config.phoneCountry,
    press: openPress(
      () => new URL('./cli/press.ts', Bun.pathToFileURL(Bun.main)),
      () => {},
    ),
  }
}

/** A command is not a node. Work in progress belongs to the running server: on SQLite, everything begun while it runs. */
function createCommandMembership({ dataDir }: Config, { database, storage }: DataFolder): Membership {
  const isShared = database.kind === 'postgres'
  return {
    isShared,
    async isDead(bootId, db) {
      if (!isShared) return findRunningHolder(dataDir) === null
      const node = await (db === undefined ? storage.read((own) => findNode(own, bootId)) : findNode(db, bootId))
      return node === null || node.diedAt !== null
    },
    mayAct: () => true,
    requireAlive: async () => {},
    requireHeartbeat: async () => {},
    trouble: () => null,
    warnings: () => [],
  }
}

function toProviderFailure({ kind, message }: ProviderFault): CliFailure {
  const hint = kind === 'silent' ? 'Try again in a minute.' : 'Check the key with `charabanc doctor`.'
  return new CliFailure(kind === 'silent' ? exit.busy : exit.failure, `${message} ${hint}`)
}
