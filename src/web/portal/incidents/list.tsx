import { useState } from 'react'
import { Link } from 'wouter'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { UrlTabs } from '../../office/parts/tabs.tsx'
import { useHrefWith, useUrlState } from '../../office/parts/url-state.ts'
import { formatWord } from '../../plain/words.ts'
import { useCounts } from '../api/board.ts'
import { IncidentDrawer } from './drawer.tsx'
import { type PortalIncident, useIncidents } from './incidents.ts'

const defaults = { status: 'open', page: '1', incident: '' }

const severities = { low: 'plain', medium: 'waiting', high: 'wrong' } as const

const columns: readonly Column<PortalIncident>[] = [
  {
    name: 'Incident',
    cell: (incident) => (
      <>
        {formatWord(incident.kind)}
        <SecondLine>{incident.note}</SecondLine>
      </>
    ),
  },
  {
    name: 'Severity',
    cell: ({ severity }) => <Badge tone={severities[severity as keyof typeof severities]}>{formatWord(severity)}</Badge>,
  },
  { name: 'Trip', cell: ({ ref, driver }) => <Trip tripRef={ref} reportedBy={driver?.name ?? 'The customer'} /> },
  { name: 'Time', cell: ({ occurred_at }) => <LocalTime at={occurred_at} /> },
  { name: 'Delay', isNumber: true, cell: ({ delay_minutes }) => (delay_minutes ? `${delay_minutes} min` : '–') },
  {
    name: 'Status',
    cell: ({ status, closed_at }) => (
      <>
        <Badge tone={status === 'open' ? 'waiting' : 'over'}>{formatWord(status)}</Badge>
        {closed_at !== null && (
          <SecondLine>
            <Moment at={closed_at} />
          </SecondLine>
        )}
      </>
    ),
  },
]

function Trip({ tripRef, reportedBy }: { readonly tripRef: string; readonly reportedBy: string }) {
  return (
    <>
      <Link className="ref" href={`/bookings/${tripRef}`}>
        {tripRef}
      </Link>
      <SecondLine>{reportedBy}</SecondLine>
    </>
  )
}

/**
 * The page of incidents reported by drivers and customers (`/portal/incidents`). It opens with the open incidents.
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
      <UrlTabs
        name="status"
        label="Incident status"
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
              <p>No open incidents. New reports appear here immediately.</p>
              <Link href="/incidents?status=closed">Show closed incidents</Link>
            </>
          ) : (
            <p>No incidents yet.</p>
          )
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'incident')}</p>
            <Table
              caption="Incidents, newest first"
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: hrefWith({ incident: String(id) }) })}
              isChosen={({ id }) => String(id) === incident}
              actions={(row) => (
                <RowActions
                  label={`Actions for incident ${row.id}`}
                  actions={
                    can('drivers:write')
                      ? [
                          {
                            label: row.status === 'open' ? 'Close incident' : 'Reopen incident',
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
