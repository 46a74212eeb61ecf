import type { DeliveryError } from '../domain/delivery.ts'

/** One answered request; `route` is the template, never the path. */
export type AnsweredCall = { readonly route: string; readonly method: string; readonly status: number; readonly ms: number }

/** One attempt to deliver a webhook. */
export type AttemptNote = { readonly error: DeliveryError | null; readonly durationMs: number }

/** Whoever counts what goes on. */
export type Metrics = {
  answered(call: AnsweredCall): void
  attempted(attempts: readonly AttemptNote[]): void
}

/** For a server that nobody watches. */
export const noMetrics: Metrics = { answered: () => {}, attempted: () => {} }
