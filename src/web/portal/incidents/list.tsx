import { useState } from 'react'
import { Link } from 'wouter'
import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import { useCounts } from '../api/board.ts'
import { useSession } from '../api/session.ts'
import { ListStates } from '../parts/list-states.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useHrefWith, useUrlState } from '../parts/url-state.ts'
import { IncidentDrawer } from './drawer.tsx'
import { type PortalIncident, useIncidents } from './incidents.ts'

const defaults = { status: 'open', page: '1', incident: '' }

const severities = { low: 'plain', medium: 'waiting', high: 'wrong' } as const

const columns: readonly Column<PortalIncident>[] = [
  {
    name: 'What',
    cell: (incident) => (
      <>
        {spokenWord(incident.kind)}
        <SecondLine>{incident.note}</SecondLine>
      </>
    ),
  },
  {
    name: 'How bad',
    cell: ({ severity }) => <Badge tone={severities[severity as keyof typeof severities]}>{spokenWord(severity)}</Badge>,
  },
  { name: 'Trip', cell: ({ ref, driver }) => <Trip tripRef={ref} toldBy={driver?.name ?? 'The customer'} /> },
  { name: 'When', cell: ({ occurred_at }) => <LocalTime at={occurred_at} /> },
  { name: 'Delay', isNumber: true, cell: ({ delay_minutes }) => (delay_minutes ? `${delay_minutes} min` : '–') },
  {
    name: 'State',
    cell: ({ status, closed_at }) => (
      <>
        <Badge tone={status === 'open' ? 'waiting' : 'over'}>{spokenWord(status)}</Badge>
        {closed_at !== null && (
          <SecondLine>
            <Moment at={closed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
]

function Trip({ tripRef, toldBy }: { readonly tripRef: string; readonly toldBy: string }) {
  return (
    <>
      <Link className="ref" href={`/bookings/${tripRef}`}>
        {tripRef}
      </Link>
      <SecondLine>{toldBy}</SecondLine>
    </>
  )
}

/**
 * The page of incidents that drivers and customers told of (`/portal/incidents`). It opens on the open ones, each to be
 * closed with a note.
 */
export function IncidentList() {
  const [{ status, page, incident }, setUrl] = useUrlState(defaults)
  const { can } = useSession()
  const { counts } = useCounts()
  const query = useIncidents(status as 'open' | 'closed' | 'all', Number(page))
  const [open, setOpen] = useState<PortalIncident | null>(null)
  useRowKeys()

  const chosen = query.data?.data.find(({ id }) => String(id) === incident) ?? open
  const hrefWith = useHrefWith()
  const close = () => {
    setUrl({ incident: '' })
    setOpen(null)
  }

  return (
    <>
      <PageHead title="Incidents" />
      <Tabs
        name="status"
        label="Which incidents"
        tabs={[
          { value: 'open', label: 'Open', count: counts?.incidents_open },
          { value: 'closed', label: 'Closed' },
          { value: 'all', label: 'All' },
        ]}
      />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          status === 'open' ? (
            <>
              <p>Nothing is open. What a driver reports on the road shows up here at once.</p>
              <Link href="/incidents?status=closed">See what was closed</Link>
            </>
          ) : (
            <p>Nothing has been reported yet.</p>
          )
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{counted(meta.total, 'incident')}</p>
            <Table
              caption="Incidents, the last told first"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: hrefWith({ incident: String(id) }) })}
              isChosen={({ id }) => String(id) === incident}
              actions={(row) => (
                <RowActions
                  label={`What to do with incident ${row.id}`}
                  actions={
                    can('drivers:write')
                      ? [
                          {
                            label: row.status === 'open' ? 'Close with a note' : 'Open again',
                            run: () => setUrl({ incident: String(row.id) }),
                          },
                        ]
                      : []
                  }
                />
              )}
            />
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      <IncidentDrawer incident={incident === '' ? null : (chosen ?? null)} close={close} keep={setOpen} />
    </>
  )
}
