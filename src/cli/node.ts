import { hostname } from 'node:os'
import { version } from '../../package.json'
import { createSoleMembership, type Membership, NodeMember } from '../actions/server/membership.ts'
import { joinNodes, leaveNodes, type NodeIdentity } from '../actions/server/nodes.ts'
import { type Clock, createSystemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DueWork } from '../domain/due-work.ts'
import type { Logger } from '../log.ts'
import { hashSharedSettings } from '../shared-settings.ts'
import { openStorage } from '../storage/open.ts'
import { computeKeyFingerprint } from '../storage/secret-box.ts'
import { readTextIfThere } from '../storage/sqlite/manifest.ts'
import type { DataFolder } from './data-folder.ts'
import { buildNodeNamePath } from './lost-database.ts'
import { writeOnce } from './write-once.ts'

/** This process as one of the nodes on its database. */
export type Joined = {
  readonly membership: Membership
  /** Identity of this node for its other threads; null if there are no nodes. */
  readonly identity: NodeIdentity | null
  /** Calls `listener` when this process takes over work of dead nodes. */
  onDue(listener: (work: DueWork) => void): void
  /** Releases unfinished work to the other nodes. */
  leave(): Promise<void>
}

/** Registers this process as a node on its PostgreSQL, under the name in its data folder. SQLite has no nodes. */
export async function joinAsNode(parts: {
  readonly config: Config
  readonly folder: Pick<DataFolder, 'database' | 'storage' | 'key'>
  readonly bootId: string
  readonly baseUrl: string
  readonly clock: Clock
  readonly log: Logger
}): Promise<Joined> {
  const { config, folder, bootId, baseUrl, clock, log } = parts
  if (folder.database.kind === 'sqlite')
    return { membership: createSoleMembership(bootId), identity: null, onDue: () => {}, leave: async () => {} }
  const identity = {
    bootId,
    node: findNodeName(config.dataDir),
    release: version,
    configHash: hashSharedSettings(config, baseUrl),
    keyFingerprint: computeKeyFingerprint(folder.key),
  }
  const storage = await openStorage(folder.database, 'membership')
  await joinNodes(storage, identity, clock)
  const machineClock = findMachineClock(config)
  const lookups = folder.storage
  const membership = await NodeMember.open({ storage, lookups, identity, clock, machineClock, log, isBeating: true })
  return {
    membership,
    identity,
    onDue: storage.onDue,
    async leave() {
      await membership.close()
      await leaveNodes(storage, bootId, clock).finally(storage.close)
    },
  }
}

/** The clock to compare with the database's clock. None in test mode. */
function findMachineClock({ clockFile }: Config): Clock | null {
  return clockFile === null ? createSystemClock() : null
}

/** The node name of the data folder: the machine's name with a suffix that distinguishes two folders on it. */
function findNodeName(dataDir: string): string {
  const path = buildNodeNamePath({ dataDir })
  const held = readTextIfThere(path)?.trim()
  if (held) return held
  const name = `${hostname()}-${crypto.randomUUID().slice(0, 8)}`
  return writeOnce(path, `${name}\n`) ? name : findNodeName(dataDir)
}
