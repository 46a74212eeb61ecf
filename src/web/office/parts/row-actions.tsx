import { ActionIcon, Menu } from '@mantine/core'
import { useLostAt } from '../api/connection.ts'
import { Icon } from './icon.tsx'

/** One action of a row. */
export type RowAction = {
  readonly label: string
  readonly run: () => void
  /** Whether the action only reads or navigates, so that it works offline. */
  readonly isQuiet?: boolean
}

/**
 * The menu of a row's actions. It shows on hover and focus, and always on touch. The key `.` opens it for the focused row.
 * `reasons` add a titled group, such as the reasons for a decline.
 */
export function RowActions(props: {
  readonly label: string
  readonly actions: readonly RowAction[]
  readonly reasons?: { readonly title: string; readonly actions: readonly RowAction[] }
}) {
  const { label, actions, reasons } = props
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon className="row-actions" variant="subtle" color="gray" aria-label={label} data-row-actions>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items actions={actions} />
        {reasons && (
          <>
            <Menu.Label>{reasons.title}</Menu.Label>
            <Items actions={reasons.actions} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function Items({ actions }: { readonly actions: readonly RowAction[] }) {
  const isOffline = useLostAt() !== null
  return actions.map((action) => (
    <Menu.Item key={action.label} disabled={isOffline && !action.isQuiet} onClick={action.run}>
      {action.label}
    </Menu.Item>
  ))
}

/** A button that opens a menu of reasons. Choosing a reason runs the action. */
export function ReasonMenu<Reason extends string>(props: {
  readonly label: string
  readonly reasons: readonly { readonly code: Reason; readonly words: string }[]
  readonly choose: (code: Reason) => void
  readonly target: React.ReactNode
}) {
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>{props.target}</Menu.Target>
      <Menu.Dropdown aria-label={props.label}>
        <Menu.Label>{props.label}</Menu.Label>
        {props.reasons.map(({ code, words }) => (
          <Menu.Item key={code} onClick={() => props.choose(code)}>
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
