import type { RunningServer } from '../server.ts'
import type { DemoHistory } from './history.ts'

/** The demo while somebody watches. */
export type Show = {
  readonly server: RunningServer
  readonly history: DemoHistory
  /** The subscription of the receiver that stands beside the server. */
  readonly webhookId: number
  /** The folder that gets each mail and SMS. */
  readonly mailDir: string
  /** Milliseconds that a scripted person takes to act. */
  readonly paceMs: number
  /** Tells the reader one thing, on lines of its own. */
  tell(...lines: readonly string[]): void
}

/** Something that lives beside the server for as long as the demo runs and tells what it sees; resolves when it has ended. */
export type Narrator = (show: Show, untilOver: AbortSignal) => Promise<void>
