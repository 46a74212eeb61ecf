import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { Changing } from '../../office/parts/changing.tsx'
import { useClock } from '../../office/parts/now.ts'
import { type BoardLine, findLineList, type LineTarget, sortUrgentLines, todoFilters } from '../../plain/board-lines.ts'
import { formatInstant } from '../../plain/moment.ts'
import type { DayBoard } from '../api/board.ts'
import { LineList } from './line-list.tsx'

type Lines = readonly BoardLine[]
type TargetOf = (line: BoardLine) => LineTarget | null

/**
 * The open points in three parts: urgent ones, other tasks, and points that come up, which are folded. The first button is the primary
 * button of the page.
 */
export function listNeeds(board: DayBoard, targetOf: TargetOf) {
  const byList = Map.groupBy<'urgent' | 'todo' | 'coming', BoardLine>(board.needs_you, findLineList)
  const urgent = sortUrgentLines(byList.get('urgent') ?? [])
  const todo = byList.get('todo') ?? []
  const coming = byList.get('coming') ?? []
  return {
    urgent: urgent.length > 0 && (
      <section className="today-part" aria-labelledby="today-urgent">
        <Heading id="today-urgent" title="Urgent" count={urgent.length} />
        <LineList lines={urgent} targetOf={targetOf} hasPrimary />
      </section>
    ),
    todo: (todo.length > 0 || urgent.length === 0) && <ToDo {...{ board, todo, targetOf }} isFirst={urgent.length === 0} />,
    coming: coming.length > 0 && <ComingUp lines={coming} targetOf={targetOf} />,
  }
}

function Heading({ id, title, count }: { readonly id: string; readonly title: string; readonly count: number }) {
  return (
    <h2 id={id}>
      {title}
      {count > 0 && (
        <span className="count">
          <Changing text={String(count)} />
        </span>
      )}
    </h2>
  )
}

function ToDo(props: { readonly board: DayBoard; readonly todo: Lines; readonly targetOf: TargetOf; readonly isFirst: boolean }) {
  const { board, todo, targetOf, isFirst } = props
  const [chosen, setChosen] = useState('all')
  const filters = todoFilters.flatMap(({ value, label, kinds }) => {
    const lines = todo.filter(({ kind }) => kinds.some((one) => one === kind))
    return lines.length === 0 ? [] : [{ value, label, lines }]
  })
  const filter = filters.find(({ value }) => value === chosen)
  return (
    <section className="today-part" aria-labelledby="today-todo">
      <header className="today-head">
        <Heading id="today-todo" title="To do" count={todo.length} />
        {filters.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Show"
            value={filter?.value ?? 'all'}
            onChange={setChosen}
            data={[
              { value: 'all', label: 'All' },
              ...filters.map(({ value, label, lines }) => ({ value, label: `${label} ${lines.length}` })),
            ]}
          />
        )}
      </header>
      {todo.length === 0 ? (
        <NothingWaits next={board.next_departure ?? null} />
      ) : (
        <LineList lines={filter?.lines ?? todo} targetOf={targetOf} hasPrimary={isFirst} />
      )}
    </section>
  )
}

function ComingUp({ lines, targetOf }: { readonly lines: Lines; readonly targetOf: TargetOf }) {
  return (
    <details className="today-coming">
      <summary>
        <Heading id="today-coming" title="Coming up" count={lines.length} />
      </summary>
      <LineList lines={lines} targetOf={targetOf} />
    </details>
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
