import type { Bench } from './bench.ts'

/** Something that is measured, by turns with the other sides of its scene. */
export interface Side extends AsyncDisposable {
  readonly name: string
  /** Does it for so many seconds, and gives a figure for every column of the scene. */
  turn(seconds: number): Promise<Figures>
}

export type Figures = Readonly<Record<string, number>>

export interface Column {
  /** By which the sides give it. */
  readonly key: string
  readonly title: string
  /** Shown by its median alone. */
  readonly isBrief?: boolean
}

/** What a figure must come to: of itself, or against the same figure of another side. */
export interface Goal {
  readonly of?: string
  readonly against?: string
  /** Whether it is how much more than the other side's; else it is a ratio. */
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
  /** How many turns each side has, and how long one is, unless the caller says otherwise. */
  readonly turns?: number
  readonly seconds?: number
  /** Whether each side has a turn before the first that counts; it has unless told otherwise. */
  readonly isWarmed?: boolean
  open(bench: Bench): Promise<Opened>
}

export interface Opened {
  readonly sides: readonly Side[]
  /** Sides that did not start, and what they said. */
  readonly missing?: ReadonlyMap<string, string>
  /** What is to be said beside the figures: what was not asked to come and why, where something is kept. */
  readonly remarks?: readonly string[]
}

/** Every figure of a scene, by side and column, in the order of the turns. */
export interface Measured {
  readonly scene: Scene
  readonly series: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
  readonly missing: ReadonlyMap<string, string>
  readonly remarks: readonly string[]
  /** What share of the machine others used, turn by turn. */
  readonly others: readonly number[]
}
