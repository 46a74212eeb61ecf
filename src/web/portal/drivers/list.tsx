import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { type AgendaItem, sumHoursInWeek, useAgenda } from '../roster/agenda.ts'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { NextDuty } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { AddDriver } from './add-driver.tsx'
import { type RosterDriver, useDrivers } from './drivers.ts'
import { inviteDriver } from './invite.ts'

const defaults = { page: '1', add: '' }

const statusTones: Readonly<Record<string, Tone>> = { active: 'good', invited: 'waiting', not_invited: 'plain', removed: 'over' }

function buildDriverColumns(agenda: ReadonlyMap<number, readonly AgendaItem[]> | undefined, now: number): Column<RosterDriver>[] {
  return [
    {
      name: 'Name',
      cell: ({ name, phone }) => (
        <>
          {name}
          <SecondLine>{phone}</SecondLine>
        </>
      ),
    },
    {
      name: 'App',
      cell: ({ status, app_last_seen_at }) => (
        <>
          <Badge tone={statusTones[status] ?? 'plain'}>{formatWord(status)}</Badge>
          {app_last_seen_at !== null && (
            <SecondLine>
              used <Moment at={app_last_seen_at} />
            </SecondLine>
          )}
        </>
      ),
    },
    {
      name: 'Licence',
      cell: (driver) => <DocumentValidity validity={driver.compliance.license} until={driver.license_expires_at} />,
    },
    { name: 'DBS', cell: (driver) => <DocumentValidity validity={driver.compliance.dbs} until={driver.dbs_expires_at} /> },
    ...(agenda === undefined
      ? []
      : [
          { name: 'Next duty', cell: ({ id }: RosterDriver) => <NextDuty items={agenda.get(id)} /> },
          {
            name: '7 days',
            isNumber: true,
            cell: ({ id }: RosterDriver) => {
              const { duty, driving } = sumHoursInWeek(agenda.get(id) ?? [], now)
              return (
                <>
                  {duty} h on duty
                  <SecondLine>{driving} h driving</SecondLine>
                </>
              )
            },
          },
        ]),
  ]
}

/** The roster (`/portal/drivers`): contact details, documents and next duty of each driver. */
export function DriverList() {
  const [{ page, add }, setUrl] = useUrlState(defaults)
  const { can } = useSession()
  const query = useDrivers(Number(page))
  const agenda = useAgenda('driver')
  const now = useClock(60_000)
  useRowKeys()

  const addButton = can('drivers:write') ? <Button onClick={() => setUrl({ add: '1' })}>Add driver</Button> : null
  return (
    <>
      <PageHead title="People" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No drivers yet. Add drivers to assign them to trips.</p>
            {addButton}
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <p className="list-count">{formatCount(meta.total, 'driver')}</p>
            <Table
              caption="Drivers"
              columns={buildDriverColumns(agenda.data, now)}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: `/drivers/${id}` })}
              actions={(driver) => (
                <RowActions
                  label={`Actions for ${driver.name}`}
                  actions={
                    can('drivers:write')
                      ? [
                          {
                            label: driver.status === 'not_invited' ? 'Invite' : 'Invite again',
                            run: () => void inviteDriver(driver),
                          },
                        ]
                      : []
                  }
                />
              )}
            />
            <Pager meta={meta} />
            {addButton !== null && <PrimaryBar>{addButton}</PrimaryBar>}
          </>
        )}
      </ListStates>
      <AddDriver isOpen={add !== ''} close={() => setUrl({ add: '' })} />
    </>
  )
}
