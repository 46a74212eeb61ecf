import type { Bench } from './bench.ts'

/** One side of a scene, measured in turns with the others. */
export interface Side extends AsyncDisposable {
  readonly name: string
  /** Runs for this many seconds, and returns a figure for every column of the scene. */
  turn(seconds: number): Promise<Figures>
}

export type Figures = Readonly<Record<string, number>>

export interface Column {
  /** The key of the column's figure. */
  readonly key: string
  readonly title: string
  /** Whether only its median is shown. */
  readonly isBrief?: boolean
}

/** The limit of a figure: absolute, or against the same figure of another side. */
export interface Goal {
  readonly of?: string
  readonly against?: string
  /** Whether it is the difference from the other side; otherwise it is a ratio. */
  readonly isDifference?: boolean
  readonly column: string
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Scene {
  readonly name: string
  readonly title: string
  readonly columns: readonly Column[]
  readonly goals: readonly Goal[]
  /** The number and length of each side's turns, unless the caller sets others. */
  readonly turns?: number
  readonly seconds?: number
  /** Whether each side has a turn before the first that counts; the default is true. */
  readonly isWarmed?: boolean
  open(bench: Bench): Promise<Opened>
}

export interface Opened {
  readonly sides: readonly Side[]
  /** Sides that did not start, with their output. */
  readonly missing?: ReadonlyMap<string, string>
  /** Notes beside the figures: sides that were not requested, and the place of stored files. */
  readonly remarks?: readonly string[]
}

/** Every figure of a scene, by side and column, in the order of the turns. */
export interface Measured {
  readonly scene: Scene
  readonly series: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  readonly missing: ReadonlyMap<string, string>
  readonly remarks: readonly string[]
  /** The share of the machine that other processes used, turn by turn. */
  readonly others: readonly number[]
}
