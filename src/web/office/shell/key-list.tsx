import { Kbd, Modal } from '@mantine/core'
import { useState } from 'react'
import { listShortcutKeys, useKeys } from './keys.ts'

/** A dialog (`?`) with the keyboard shortcuts of the page. */
export function KeyList() {
  const [isOpen, setOpen] = useState(false)
  useKeys({ '?': { says: 'Keyboard shortcuts', run: () => setOpen(true) } })
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
      <dl className="facts">
        {isOpen &&
          [...listShortcutKeys(), ['Esc', 'Close'] as const].map(([key, says]) => (
            <div key={key}>
              <dt>
                {key.split(' ').map((one) => (
                  <Kbd key={one} me={4}>
                    {one}
                  </Kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}
