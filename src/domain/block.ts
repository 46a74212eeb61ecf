import { faultAt, refuseFaults } from './refusal.ts'

export const blockKinds = [
  /** A coach that cannot be driven. */
  'off_road',
  /** A coach at its yearly test. */
  'mot',
  /** A coach in the workshop. */
  'service',
  /** A driver on leave. */
  'holiday',
  /** A driver who is ill. */
  'sick',
  /** A driver on a course. */
  'training',
  /** Used for the operator's own business. */
  'private_use',
  /** Kept free for a possible booking. */
  'hold',
] as const

export type BlockKind = (typeof blockKinds)[number]

/** A span of time (ms) in which either a vehicle or a driver is unavailable. */
export type Block = {
  readonly vehicleId: number | null
  readonly driverId: number | null
  readonly startsAt: number
  readonly endsAt: number
}

/**
 * Refuses `validation_failed` for a block of both a vehicle and a driver, or of neither, and for an end that is not after its
 * start.
 */
export function requireOneBlockSubject({ vehicleId, driverId, startsAt, endsAt }: Block): void {
  refuseFaults([
    ...((vehicleId === null) === (driverId === null) ? [faultAt(['vehicleId'], 'vehicleOrDriver')] : []),
    ...(endsAt <= startsAt ? [faultAt(['endsAt'], 'after', { other: 'startsAt' })] : []),
  ])
}

/** Names of blocks of a vehicle, each once, as part of a sentence: `off the road, in service`. */
export function describeBlocks(blocks: readonly { readonly kind: BlockKind }[]): string {
  return [...new Set(blocks.map(({ kind }) => names[kind]))].join(', ')
}

const names: Readonly<Record<BlockKind, string>> = {
  off_road: 'off the road',
  mot: 'at its MOT',
  service: 'in service',
  holiday: 'on holiday',
  sick: 'ill',
  training: 'in training',
  private_use: 'in private use',
  hold: 'on hold',
}
