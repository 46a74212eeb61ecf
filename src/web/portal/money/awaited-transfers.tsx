import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { FoldableSection } from '../../office/parts/facts.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { useBoard } from '../api/board.ts'

/**
 * The awaited bank transfers, with a button to mark each as received. Shown to roles that cannot open a job, whose page has the
 * same button. Empty without transfers.
 */
export function AwaitedTransfers() {
  const { can } = useSession()
  const isOffline = useLostAt() !== null
  const [come, setCome] = useState<string | null>(null)
  const board = useBoard('').data?.data
  const write = useWrite({
    send: (ref: string, headers) =>
      api.POST('/portal/v1/bookings/{ref}/deposit-received', { params: { path: { ref } }, headers }),
    refreshes: [['money'], ['bookings'], ['jobs'], ['diary']],
    onDone: (_, ref) => {
      setCome(null)
      showNotice(`${ref} booked.`)
    },
  })
  if (can('jobs:read')) return null
  const transfers = (board?.needs_you ?? []).filter(({ kind }) => kind === 'transfer_awaited')
  if (transfers.length === 0 && come === null) return null
  return (
    <FoldableSection title="Awaited bank transfers">
      <ul className="list-card money-notes" aria-label="Awaited bank transfers">
        {transfers.map(({ ref, summary }) => (
          <li key={ref}>
            <span className="money-word">
              <Badge tone="waiting">Awaiting payment</Badge>
            </span>
            <span className="money-says">{summary}</span>
            <Button
              variant="default"
              size="xs"
              disabled={isOffline}
              aria-label={`Mark as received: ${ref}`}
              onClick={() => setCome(ref)}
            >
              Mark as received
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Mark deposit as received?"
        isOpen={come !== null}
        close={() => {
          write.forget()
          setCome(null)
        }}
        button="Mark as received"
        confirm={() => come !== null && void write.run(come)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        <p>
          This records the deposit and books <span className="ref">{come}</span>. The customer is notified.
        </p>
      </ConfirmDialog>
    </FoldableSection>
  )
}
