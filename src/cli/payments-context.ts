import { connectPayments } from '../actions/cards/payment-account.ts'
import type { WorkerContext } from '../actions/context.ts'
import { KeyedMutex } from '../actions/server/keyed-mutex.ts'
import type { Membership } from '../actions/server/membership.ts'
import { systemClock } from '../clock.ts'
import { type Config, ConfigProblem } from '../config.ts'
import { transportsOf } from '../gateways/message-transports.ts'
import { openPress } from '../gateways/papers/press.ts'
import { ProviderFault } from '../gateways/payments/payments.ts'
import { eventBodies } from '../http/contracts/event.ts'
import { makeLogger } from '../log.ts'
import { inspectPayments } from '../storage/inspect-payments.ts'
import { findNode } from '../storage/queries/nodes.ts'
import { clockOf } from './clock.ts'
import type { DataFolder } from './data-folder.ts'
import { CliFailure, exit } from './exit.ts'
import { livingHolder, serverAddress } from './lock.ts'
import { withDataFolder } from './open-storage.ts'
import { settingFaults } from './payment-settings.ts'

/**
 * Does one piece of work on payments beside a running server, with the provider of these settings. Fails with 2 where the database was
 * begun with another key, and with 75 or 1 where the provider does not answer or does not take the call.
 */
export async function withPayments<T>(config: Config, work: (context: WorkerContext) => Promise<T>): Promise<T> {
  const { log, flush } = makeLogger({ level: config.logLevel, terminal: process.stderr.isTTY === true })
  try {
    return await withDataFolder(config, async (folder) => {
      const { account } = await inspectPayments(folder.database)
      const faults = settingFaults(config, { account, operators: [], unsettled: [] })
      if (faults.length > 0) throw new ConfigProblem(faults, [])
      return work(await contextOf(config, folder, log))
    })
  } catch (fault) {
    throw fault instanceof ProviderFault ? explainProvider(fault) : fault
  } finally {
    flush()
  }
}

async function contextOf(config: Config, folder: DataFolder, log: WorkerContext['log']): Promise<WorkerContext> {
  const { storage, secretBox } = folder
  const clock = clockOf(config)
  const membership = membershipBeside(config, folder)
  return {
    storage,
    clock,
    log,
    secretBox,
    eventBodies,
    payments: await connectPayments(config, storage, membership, clock, log),
    wallClock: systemClock(),
    returnUrl: config.payments === 'stripe' ? config.stripeReturnUrl : null,
    payoutWaitsForBalance: config.payoutWaitsForBalance,
    transports: transportsOf(config),
    bootId: Bun.randomUUIDv7(),
    isDead: membership.isDead,
    tripLocks: new KeyedMutex(),
    membership,
    baseUrl: serverAddress(config),
    publicName: config.publicName,
    phoneCountry: config.phoneCountry,
    press: openPress(
      () => new URL('./cli/press.ts', Bun.pathToFileURL(Bun.main)),
      () => {},
    ),
  }
}

/** A command is no node. What a living server has in hand stays with it: on SQLite whatever has been begun while one runs. */
function membershipBeside({ dataDir }: Config, { database, storage }: DataFolder): Membership {
  const isShared = database.kind === 'postgres'
  return {
    isShared,
    async isDead(bootId, db) {
      if (!isShared) return livingHolder(dataDir) === null
      const node = await (db === undefined ? storage.read((own) => findNode(own, bootId)) : findNode(db, bootId))
      return node === null || node.diedAt !== null
    },
    mayAct: () => true,
    mustBeAlive: async () => {},
    mustBeHeard: async () => {},
    trouble: () => null,
    warnings: () => [],
  }
}

function explainProvider({ kind, message }: ProviderFault): CliFailure {
  const hint = kind === 'silent' ? 'Try again in a minute.' : '`charabanc doctor` looks the key over.'
  return new CliFailure(kind === 'silent' ? exit.busy : exit.failure, `${message} ${hint}`)
}
