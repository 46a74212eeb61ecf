import { type NodesSeen, readNodes } from '../actions/server/nodes.ts'
import type { Config } from '../config.ts'
import { toInstant } from '../domain/instant.ts'
import { hashSharedSettings } from '../shared-settings.ts'
import type { Storage } from '../storage/storage.ts'
import { createFailFinding, createOkFinding, createWarnFinding, type Finding } from './finding.ts'
import { findServerAddress } from './lock.ts'

/** Findings on the nodes: which of them run, and whether they have the same release and settings. */
export async function examineNodes(config: Config, storage: Storage): Promise<Finding[]> {
  const seen = await storage.read(readNodes)
  return [
    ...checkLivingNodes(seen),
    ...checkMissingNodes(seen),
    ...checkNodeNames(seen),
    ...checkNodeVersions(seen, hashSharedSettings(config, findServerAddress(config))),
  ]
}

function checkLivingNodes({ living: all }: NodesSeen): Finding[] {
  const releases = new Map(all.map(({ release }) => [release, formatNodeNames(all.filter((one) => one.release === release))]))
  const told = [...releases].map(([release, names]) => `${release} on ${names}`).join('; ')
  if (all.length === 0) return [createOkFinding('nodes', 'No node is running.')]
  if (releases.size === 1) return [createOkFinding('nodes', `Running: ${all.length} (${told}).`)]
  return [
    createWarnFinding(
      'nodes',
      `Running: ${all.length}, with different releases (${told}).`,
      'Upgrade all nodes to the same release, one after another.',
    ),
  ]
}

function checkMissingNodes({ missing: all }: NodesSeen): Finding[] {
  return all.map(({ node, beatAt }) =>
    createWarnFinding(
      'nodes',
      `${node} was not stopped, and its last heartbeat was at ${toInstant(beatAt)}.`,
      'Check its machine and its network. The other nodes continue its work.',
    ),
  )
}

function checkNodeNames({ doubled: all }: NodesSeen): Finding[] {
  return [...new Set(all.map(({ node }) => node))].map((node) =>
    createFailFinding(
      'nodes',
      `Several processes use the node name ${node}. Only the last one works.`,
      'Stop all but one. Delete the file node-name in a copied data folder to make it a separate node.',
    ),
  )
}

function checkNodeVersions({ living: all }: NodesSeen, configHash: string): Finding[] {
  const others = all.filter((one) => one.configHash !== configHash)
  if (others.length === 0) return []
  return [
    createWarnFinding(
      'nodes',
      `These nodes have different settings: ${formatNodeNames(others)}.`,
      'Compare `charabanc config show` on each node. All settings except those of the machine itself must be the same.',
    ),
  ]
}

function formatNodeNames(nodes: NodesSeen['living']): string {
  return nodes.map(({ node }) => node).join(', ')
}
