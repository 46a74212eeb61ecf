import { Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { Icon } from '../../office/parts/icon.tsx'
import { useKeys } from '../../office/shell/keys.ts'
import { SearchDialog } from './search-dialog.tsx'

/** The button above every page that looks like a search field. It, `/` and `Ctrl+K` open the search. */
export function SearchField() {
  const [isOpen, setOpen] = useState(false)
  const before = useRef<Element | null>(null)
  const open = () => {
    before.current = document.activeElement
    setOpen(true)
  }
  useKeys({ '/': { says: 'Search', run: open } })
  useHotkeys([['mod+K', () => document.querySelector('[role="dialog"]') === null && open()]], [])
  const close = () => {
    setOpen(false)
    if (before.current instanceof HTMLElement) before.current.focus()
  }
  return (
    <search className="search-region">
      <Button
        className="search-button"
        variant="default"
        fullWidth
        justify="start"
        fw={400}
        c="dimmed"
        aria-haspopup="dialog"
        onClick={open}
        leftSection={<Icon name="search" />}
        rightSection={<Kbd aria-hidden>/</Kbd>}
      >
        <span className="search-words">Search bookings, customers, places, plates</span>
      </Button>
      {isOpen && <SearchDialog close={close} />}
    </search>
  )
}
