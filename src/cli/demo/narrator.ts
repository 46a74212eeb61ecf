import type { RunningServer } from '../server.ts'
import type { DemoHistory } from './history.ts'

/** The demo while a viewer watches. */
export type Show = {
  readonly server: RunningServer
  readonly history: DemoHistory
  /** The subscription of the demo's receiver. */
  readonly webhookId: number
  /** The folder of the emails and SMS. */
  readonly mailDir: string
  /** Milliseconds between the actions of a scripted person. */
  readonly paceMs: number
  /** Prints one event, on separate lines. */
  printEvent(...lines: readonly string[]): void
}

/** A narrator that runs beside the server for the whole demo and prints events. Resolves at its end. */
export type Narrator = (show: Show, untilOver: AbortSignal) => Promise<void>
