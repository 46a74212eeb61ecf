import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { Sent } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite, type WriteHeaders } from '../../office/api/write.ts'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead } from '../../office/parts/page-head.tsx'
import { FeedButton } from '../settings/feed-button.tsx'
import { listOpenDuties, useAgenda } from './agenda.ts'
import { Blocks } from './blocks.tsx'
import { Duties } from './next-duty.tsx'
import './roster.css'

type RosterPageProps = {
  readonly of: 'driver' | 'vehicle'
  readonly id: number
  readonly title: string
  readonly facts: readonly (readonly [string, ReactNode])[]
  /** Buttons between the calendar and the removal, for a person who may change the roster. */
  readonly buttons?: ReactNode
  /** Parts below the facts. The duties are then beside them. */
  readonly children?: ReactNode
  readonly away: { readonly title: string; readonly empty: string }
  /** The form of the record. */
  readonly edit: ReactNode
  readonly remove: {
    readonly send: (headers: WriteHeaders) => Sent<unknown>
    /** The effect of the removal, for a number of future duties. */
    readonly describe: (duties: number) => string
  }
}

/** The page of one driver or one vehicle: facts, duties, times away, and the form of its record. */
export function RosterPage({ of, id, title, facts, buttons, children, away, edit, remove }: RosterPageProps) {
  const { can } = useSession()
  const [isRemoving, setRemoving] = useState(false)
  const items = useAgenda(of).data?.get(id) ?? []
  const duties = listOpenDuties(items, useClock(60_000)).length
  const mayChange = can('drivers:write')
  const plan = (
    <>
      {can('bookings:read') && (
        <FoldableSection title="Duties">
          <Duties items={items} empty="No duties in the next two months." />
        </FoldableSection>
      )}
      <Blocks {...away} whose={of === 'driver' ? { driver_id: id } : { vehicle_id: id }} />
    </>
  )
  return (
    <>
      <PageHead
        title={title}
        beside={
          <>
            <FeedButton whose={{ of, id }} />
            {mayChange && (
              <>
                {buttons}
                <Button variant="default" size="sm" onClick={() => setRemoving(true)}>
                  Remove {of}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className="roster-page">
        <div>
          <FactTable facts={facts} />
          {children ?? plan}
        </div>
        {(mayChange || children !== undefined) && (
          <div>
            {children !== undefined && plan}
            {mayChange && <FoldableSection title="Details">{edit}</FoldableSection>}
          </div>
        )}
      </div>
      <RemoveDialog
        of={of}
        title={title}
        send={remove.send}
        effect={remove.describe(duties)}
        isOpen={isRemoving}
        close={() => setRemoving(false)}
      />
    </>
  )
}

type RemoveProps = Pick<RosterPageProps, 'of' | 'title'> & {
  readonly send: RosterPageProps['remove']['send']
  readonly effect: string
  readonly isOpen: boolean
  readonly close: () => void
}

function RemoveDialog({ of, title, send, effect, isOpen, close }: RemoveProps) {
  const [, navigate] = useLocation()
  const write = useWrite({
    send: (_: null, headers) => send(headers),
    refreshes: [[`${of}s`], ['diary']],
    onDone: () => {
      navigate(`/${of}s`)
      showNotice(`${title} removed.`)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${title}?`}
      isOpen={isOpen}
      close={close}
      button={`Remove ${of}`}
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>{effect}</p>
    </ConfirmDialog>
  )
}
