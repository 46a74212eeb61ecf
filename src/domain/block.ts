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
  /** Out on the operator's own business. */
  'private_use',
  /** Kept free for something that is not certain. */
  'hold',
] as const

export type BlockKind = (typeof blockKinds)[number]

/** A span of time (ms) in which a coach or a driver is not to be had: one of the two. */
export type Block = {
  readonly vehicleId: number | null
  readonly driverId: number | null
  readonly startsAt: number
  readonly endsAt: number
}

/** Refuses `validation_failed` for a block of both a coach and a driver, or of neither, and for an end that is not after its start. */
export function mustBlockOne({ vehicleId, driverId, startsAt, endsAt }: Block): void {
  refuseFaults([
    ...((vehicleId === null) === (driverId === null) ? [faultAt(['vehicleId'], 'vehicleOrDriver')] : []),
    ...(endsAt <= startsAt ? [faultAt(['endsAt'], 'after', { other: 'startsAt' })] : []),
  ])
}

/** Names of what keeps a coach away, each said once, as a sentence goes on: `off the road, in service`. */
export function namesOfBlocks(blocks: readonly { readonly kind: BlockKind }[]): string {
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
