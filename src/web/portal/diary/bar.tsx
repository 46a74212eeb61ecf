import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLostAt } from '../../office/api/connection.ts'
import { Icon } from '../../office/parts/icon.tsx'
import { undoMove, useUndoable } from './moves.ts'

/** The views of the diary by their scale. */
export const views = ['day', 'week', 'fortnight', 'month', 'list'] as const

export type DiaryView = (typeof views)[number]

const viewWords: Readonly<Record<DiaryView, string>> = {
  day: 'Day',
  week: 'Week',
  fortnight: '2 weeks',
  month: 'Month',
  list: 'List',
}

/** The bar of the diary: its period, earlier and later, its rows and its scale, filters and the menu. */
export function DiaryBar(props: {
  readonly title: string
  readonly view: DiaryView
  readonly by: string
  readonly isNarrow: boolean
  /** Whether the days below are still those before. */
  readonly isLoading: boolean
  readonly set: (change: { readonly view?: string; readonly by?: string; readonly from?: string }) => void
  readonly shift: (by: 1 | -1) => void
  readonly exportCsv: () => void
  readonly filter: ReactNode
}) {
  const { view, set, shift, isNarrow } = props
  const isOffline = useLostAt() !== null
  const undoable = useUndoable()
  return (
    <header className="diary-bar" data-loading={props.isLoading || undefined}>
      <h1>
        <span className="unseen">Diary: </span>
        {props.title}
      </h1>
      <span className="diary-steps">
        <ActionIcon variant="default" size={36} aria-label="Earlier" onClick={() => shift(-1)}>
          <Icon name="left" />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => set({ from: '' })}>
          Today
        </Button>
        <ActionIcon variant="default" size={36} aria-label="Later" onClick={() => shift(1)}>
          <Icon name="right" />
        </ActionIcon>
      </span>
      <span className="diary-choices">
        {!isNarrow && (view === 'day' || view === 'week' || view === 'fortnight') && (
          <SegmentedControl
            size="xs"
            aria-label="Rows"
            value={props.by}
            onChange={(by) => set({ by })}
            data={[
              { value: 'vehicles', label: 'Vehicles' },
              { value: 'drivers', label: 'Drivers' },
            ]}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={view}
          onChange={(value) => set({ view: value })}
          data={(isNarrow ? (['list', 'month'] as const) : views).map((value) => ({ value, label: viewWords[value] }))}
        />
        {props.filter}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More actions">
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={props.exportCsv}>Export CSV</Menu.Item>
            <Menu.Item onClick={() => window.print()}>Print</Menu.Item>
            {undoable > 0 && (
              <Menu.Item disabled={isOffline} onClick={() => void undoMove()}>
                Undo last assignment
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </span>
    </header>
  )
}
