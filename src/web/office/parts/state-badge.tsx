import type { StateWord, Tone } from '../../plain/words.ts'
import { Countdown } from './countdown.tsx'

/** A word in a small outlined badge, coloured by its meaning. */
export function Badge({ tone = 'plain', isStrong = false, children }: { tone?: Tone; isStrong?: boolean; children: string }) {
  return (
    <span className="badge" data-tone={tone} data-strong={isStrong || undefined}>
      {children}
    </span>
  )
}

/** A state as a badge, with the time left if it has a deadline. */
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
