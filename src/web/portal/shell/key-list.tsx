import { Kbd, Modal } from '@mantine/core'
import { useState } from 'react'
import { knownKeys, useKeys } from './keys.ts'

/** The keys that do something on this page, in a dialog that `?` opens. */
export function KeyList() {
  const [isOpen, setOpen] = useState(false)
  useKeys({ '?': { says: 'This list', run: () => setOpen(true) } })
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title="Keys"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'drawer-title' }}
    >
      <dl className="key-list">
        {isOpen &&
          [...knownKeys(), ['Esc', 'Close what is open'] as const].map(([key, says]) => (
            <div key={key}>
              <dt>
                {key.split(' ').map((one) => (
                  <Kbd key={one}>{one}</Kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
      </dl>
    </Modal>
  )
}
