import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  type BoardLine,
  findRefTarget,
  formatLineKind,
  groupLines,
  type LineTarget,
  splitAtRef,
} from '../../plain/board-lines.ts'
import { formatInstant } from '../../plain/moment.ts'
import type { DayBoard } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { Changing } from '../parts/changing.tsx'
import { Countdown } from '../parts/countdown.tsx'
import { useClock } from '../parts/now.ts'
import { Badge } from '../parts/state-badge.tsx'

const tones = { now: 'wrong', soon: 'waiting', info: 'plain' } as const

/**
 * The section of open points, most urgent first, each with its state, the time left and one button.
 */
export function NeedsYou(props: { readonly board: DayBoard; readonly targetOf: (line: BoardLine) => LineTarget | null }) {
  const { board, targetOf } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  return (
    <section className="today-needs" aria-labelledby="today-needs">
      <h2 id="today-needs">
        Needs you
        {board.needs_you.length > 0 && (
          <span className="count">
            <Changing text={String(board.needs_you.length)} />
          </span>
        )}
      </h2>
      {board.needs_you.length === 0 && <NothingWaits next={board.next_departure ?? null} />}
      {groupLines(board.needs_you, opened).map(({ urgency, title, lines, folded }) => (
        <div key={urgency} className="today-group">
          <h3>{title}</h3>
          <ul className="today-lines">
            {lines.map((line) => (
              <Line key={`${line.kind} ${line.ref} ${line.subject?.id} ${line.summary}`} line={line} target={targetOf(line)} />
            ))}
          </ul>
          {folded.map(({ kind, word, count }) => (
            <button
              key={kind}
              type="button"
              className="plain-button"
              onClick={() => setOpened((before) => new Set(before).add(`${urgency} ${kind}`))}
            >
              Show {count} more: {word}
            </button>
          ))}
        </div>
      ))}
    </section>
  )
}

function Line({ line, target }: { readonly line: BoardLine; readonly target: LineTarget | null }) {
  const { can } = useSession()
  const [before, ref, after] = splitAtRef(line)
  const about = line.ref ?? line.summary
  return (
    <li className="today-line" data-row data-kind={line.kind}>
      <span className="today-what">
        <Badge tone={tones[line.severity as keyof typeof tones] ?? 'plain'}>{formatLineKind(line)}</Badge>
      </span>
      <span className="today-says">
        {before}
        {ref !== '' && <Ref tripRef={ref} href={findRefTarget(line, can)} />}
        {after}
      </span>
      <span className="today-left">{line.due_at !== null && <Countdown until={line.due_at} />}</span>
      {target !== null && (
        <Button
          component={Link}
          href={target.href}
          variant="default"
          size="xs"
          className="today-button"
          aria-label={`${target.button}: ${about}`}
        >
          {target.button}
        </Button>
      )}
    </li>
  )
}

function Ref({ tripRef, href }: { readonly tripRef: string; readonly href: string | null }) {
  if (href === null) return <span className="ref">{tripRef}</span>
  return (
    <Link className="ref" href={href}>
      {tripRef}
    </Link>
  )
}

function NothingWaits({ next }: { readonly next: NonNullable<DayBoard['next_departure']> | null }) {
  const { zone } = useSession()
  const now = useClock(60_000)
  return (
    <p className="today-nothing">
      Nothing needs you.
      {next !== null && (
        <>
          {' '}
          Next departure {formatInstant(next.departs_at, zone, now)}, <Link href={`/bookings/${next.ref}`}>{next.summary}</Link>.
        </>
      )}
    </p>
  )
}
