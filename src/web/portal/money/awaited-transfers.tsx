import { Button } from '@mantine/core'
import { useState } from 'react'
import { useBoard } from '../api/board.ts'
import { api } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Section } from '../parts/facts.tsx'
import { Badge } from '../parts/state-badge.tsx'

/**
 * The transfers that customers have promised, and the button by which somebody says that one has come: for who may not look at a job, where
 * that is said otherwise. Nothing where there are none.
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
      say(`${ref} is booked.`)
    },
  })
  if (can('jobs:read')) return null
  const transfers = (board?.needs_you ?? []).filter(({ kind }) => kind === 'transfer_awaited')
  if (transfers.length === 0 && come === null) return null
  return (
    <Section title="Transfers on their way">
      <ul className="money-notes" aria-label="Transfers on their way">
        {transfers.map(({ ref, summary }) => (
          <li key={ref}>
            <span className="money-word">
              <Badge tone="waiting">Waiting for money</Badge>
            </span>
            <span className="money-says">{summary}</span>
            <Button
              variant="default"
              size="xs"
              disabled={isOffline}
              aria-label={`It has come: ${ref}`}
              onClick={() => setCome(ref)}
            >
              It has come
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="Has the money come?"
        isOpen={come !== null}
        close={() => {
          write.forget()
          setCome(null)
        }}
        button="It has come"
        confirm={() => come !== null && void write.run(come)}
        isBusy={write.isBusy}
        failure={write.failure}
      >
        <p>
          The deposit is noted as received, and <span className="ref">{come}</span> is booked with you. The customer is told.
        </p>
      </ConfirmDialog>
    </Section>
  )
}
