import { Badge as MantineBadge } from '@mantine/core'
import type { StateWord, Tone } from '../../plain/words.ts'
import { Countdown } from './countdown.tsx'

const colors: Readonly<Record<Tone, string>> = {
  plain: 'var(--ink)',
  good: 'var(--good)',
  waiting: 'var(--waiting)',
  wrong: 'var(--wrong)',
  over: 'var(--over)',
}

/** A word in a small outlined badge, coloured by its meaning. */
export function Badge({ tone = 'plain', isStrong = false, children }: { tone?: Tone; isStrong?: boolean; children: string }) {
  return (
    <MantineBadge className="badge" color={colors[tone]} {...(isStrong && { bg: 'var(--waiting-ground)', fw: 700 })}>
      {children}
    </MantineBadge>
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
