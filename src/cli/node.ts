import { hostname } from 'node:os'
import { version } from '../../package.json'
import { type Membership, NodeMember, soleMembership } from '../actions/server/membership.ts'
import { joinNodes, leaveNodes, type NodeIdentity } from '../actions/server/nodes.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { DueWork } from '../domain/due-work.ts'
import type { Logger } from '../log.ts'
import { hashOfSharedSettings } from '../shared-settings.ts'
import { openStorage } from '../storage/open.ts'
import { keyFingerprint } from '../storage/secret-box.ts'
import { textIfThere } from '../storage/sqlite/manifest.ts'
import type { DataFolder } from './data-folder.ts'
import { nodeNamePathOf } from './lost-database.ts'
import { writeOnce } from './write-once.ts'

/** The standing of this process among the nodes on its database. */
export type Joined = {
  readonly membership: Membership
  /** Identity under which the other threads belong to the same node; null where there are no nodes. */
  readonly identity: NodeIdentity | null
  /** Lets `listener` hear what this process frees of what dead nodes had in hand. */
  onDue(listener: (work: DueWork) => void): void
  /** Leaves to the other nodes what could not be finished. */
  leave(): Promise<void>
}

/** Makes this process one of the nodes on its PostgreSQL, under the name that its data folder keeps; on SQLite there are none. */
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
    return { membership: soleMembership(bootId), identity: null, onDue: () => {}, leave: async () => {} }
  const identity = {
    bootId,
    node: nameOfNode(config.dataDir),
    release: version,
    configHash: hashOfSharedSettings(config, baseUrl),
    keyFingerprint: keyFingerprint(folder.key),
  }
  const storage = await openStorage(folder.database, 'membership')
  await joinNodes(storage, identity, clock)
  const machineClock = machineClockOf(config)
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

/** The clock that is held against the database's; in test mode none is. */
function machineClockOf({ clockFile }: Config): Clock | null {
  return clockFile === null ? systemClock() : null
}

/** The name that the data folder has for its node: the machine's, with something that tells two folders on it apart. */
function nameOfNode(dataDir: string): string {
  const path = nodeNamePathOf({ dataDir })
  const held = textIfThere(path)?.trim()
  if (held) return held
  const name = `${hostname()}-${crypto.randomUUID().slice(0, 8)}`
  return writeOnce(path, `${name}\n`) ? name : nameOfNode(dataDir)
}
