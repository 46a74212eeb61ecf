import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type BoardLine, findRefTarget, foldLines, formatLineKind, type LineTarget } from '../../plain/board-lines.ts'
import { describeBoardLine, describeDeadline, type LineDeadline } from '../../plain/board-words.ts'

/** Kinds whose badge is red at any severity. */
const troubles = new Set(['incident', 'unsafe_vehicle', 'late', 'unstaffed', 'balance_overdue'])

/** A list of open points, each with its state, its trip, its deadline and one button. */
export function LineList(props: {
  readonly lines: readonly BoardLine[]
  readonly targetOf: (line: BoardLine) => LineTarget | null
  /** Whether the button of the first line is the primary button of the page. */
  readonly hasPrimary?: boolean
}) {
  const { targetOf, hasPrimary = false } = props
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { lines, folded } = foldLines(props.lines, opened)
  return (
    <>
      <ul className="list-card today-lines">
        {lines.map((line, nth) => (
          <Line
            key={`${line.kind} ${line.ref} ${line.subject?.id} ${line.summary}`}
            line={line}
            target={targetOf(line)}
            isPrimary={hasPrimary && nth === 0}
          />
        ))}
      </ul>
      {folded.map(({ kind, word, count }) => (
        <button
          key={kind}
          type="button"
          className="plain-button today-more"
          onClick={({ currentTarget }) => {
            setOpened((before) => new Set(before).add(kind))
            currentTarget.parentElement?.querySelector<HTMLElement>('.today-line:last-child :is(a, button)')?.focus()
          }}
        >
          Show {count} more: {word}
        </button>
      ))}
    </>
  )
}

function Line(props: { readonly line: BoardLine; readonly target: LineTarget | null; readonly isPrimary: boolean }) {
  const { line, target, isPrimary } = props
  const { can, zone } = useSession()
  const now = useClock(10_000)
  const { title, facts } = describeBoardLine(line, zone, now)
  const href = findRefTarget(line, can)
  return (
    <li className="today-line" data-row data-kind={line.kind} data-primary={(isPrimary && target !== null) || undefined}>
      <span className="today-what">
        <Badge
          tone={troubles.has(line.kind) || line.severity === 'now' ? 'wrong' : line.severity === 'soon' ? 'waiting' : 'plain'}
        >
          {formatLineKind(line)}
        </Badge>
      </span>
      <span className="today-says">
        <strong className="today-title">{href === null ? title : <Link href={href}>{title}</Link>}</strong>
        {facts.length > 0 && <span className="second-line">{facts.join(' · ')}</span>}
      </span>
      <Deadline deadline={describeDeadline(line, zone, now)} at={line.due_at} />
      {target !== null && (
        <Button
          component={Link}
          href={target.href}
          variant={isPrimary ? 'filled' : 'default'}
          size="xs"
          className="today-button"
          data-row-main
          aria-label={`${target.button}: ${title}`}
        >
          {target.button}
        </Button>
      )}
    </li>
  )
}

function Deadline({ deadline, at }: { readonly deadline: LineDeadline | null; readonly at: string | null }) {
  if (deadline === null || at === null) return <span className="today-left" />
  return (
    <time className="today-left" dateTime={at} data-urgent={deadline.isUrgent || undefined}>
      <span className="today-span">{deadline.left}</span>
      <span className="second-line">{deadline.when}</span>
    </time>
  )
}
