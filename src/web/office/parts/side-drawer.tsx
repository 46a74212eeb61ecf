import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'

/** A drawer on the right, full screen on phones. Escape and the close button close it and restore the focus. */
export function SideDrawer(props: {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <Drawer
      opened={props.isOpen}
      onClose={props.close}
      title={props.title}
      position="right"
      size={props.isWide ? '52rem' : '30rem'}
      classNames={{ content: 'side-drawer' }}
    >
      {props.children}
    </Drawer>
  )
}
