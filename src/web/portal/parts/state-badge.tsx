import type { StateWord, Tone } from '../../plain/words.ts'
import { Countdown } from './countdown.tsx'

/** A word in a small outlined badge, in the colour of what it means. */
export function Badge({ tone = 'plain', isStrong = false, children }: { tone?: Tone; isStrong?: boolean; children: string }) {
  return (
    <span className="badge" data-tone={tone} data-strong={isStrong || undefined}>
      {children}
    </span>
  )
}

/** A state as its word, with the time left beside it where it runs out and the reader has to do with it. */
export function StateBadge({ state, hasCountdown = true }: { state: StateWord; hasCountdown?: boolean }) {
  return (
    <span className="state">
      <Badge tone={state.tone} isStrong={state.isStrong ?? false}>
        {state.word}
      </Badge>
      {hasCountdown && state.until !== null && <Countdown until={state.until} />}
    </span>
  )
}
