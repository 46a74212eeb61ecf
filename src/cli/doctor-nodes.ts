import { lookAtNodes, type NodesSeen } from '../actions/server/nodes.ts'
import type { Config } from '../config.ts'
import { toInstant } from '../domain/instant.ts'
import { hashOfSharedSettings } from '../shared-settings.ts'
import type { Storage } from '../storage/storage.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { serverAddress } from './lock.ts'

/** Findings on the nodes: which live, which do not any more, and whether all of them are alike. */
export async function examineNodes(config: Config, storage: Storage): Promise<Finding[]> {
  const seen = await storage.read(lookAtNodes)
  return [
    ...living(seen),
    ...missing(seen),
    ...doubled(seen),
    ...unlike(seen, hashOfSharedSettings(config, serverAddress(config))),
  ]
}

function living({ living: all }: NodesSeen): Finding[] {
  const releases = new Map(all.map(({ release }) => [release, namesOf(all.filter((one) => one.release === release))]))
  const told = [...releases].map(([release, names]) => `${release} on ${names}`).join('; ')
  if (all.length === 0) return [ok('nodes', 'None lives.')]
  if (releases.size === 1) return [ok('nodes', `${all.length} ${all.length === 1 ? 'lives' : 'live'}: ${told}.`)]
  return [
    warn('nodes', `${all.length} live, of several releases: ${told}.`, 'Bring all of them to the same one, node after node.'),
  ]
}

function missing({ missing: all }: NodesSeen): Finding[] {
  return all.map(({ node, beatAt }) =>
    warn(
      'nodes',
      `${node} did not stop, and was last heard of at ${toInstant(beatAt)}.`,
      'Look after its machine and its network. The other nodes go on with what it had in hand.',
    ),
  )
}

function doubled({ doubled: all }: NodesSeen): Finding[] {
  return [...new Set(all.map(({ node }) => node))].map((node) =>
    fail(
      'nodes',
      `Several processes run as ${node}: the last one works, and the others do nothing.`,
      'Stop all but one. A copied data folder becomes a node of its own without the file node-name in it.',
    ),
  )
}

function unlike({ living: all }: NodesSeen, configHash: string): Finding[] {
  const others = all.filter((one) => one.configHash !== configHash)
  if (others.length === 0) return []
  return [
    warn(
      'nodes',
      `Other settings than here are those of ${namesOf(others)}.`,
      'Compare what `charabanc config show` says on each: what is not about its own machine must be the same.',
    ),
  ]
}

function namesOf(nodes: NodesSeen['living']): string {
  return nodes.map(({ node }) => node).join(', ')
}
