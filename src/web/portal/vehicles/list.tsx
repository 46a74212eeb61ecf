import { Button } from '@mantine/core'
import { formatCount } from '../../../domain/spoken.ts'
import { useSession } from '../../office/api/session.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { OfficePlate } from '../../office/parts/plate.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord } from '../../plain/words.ts'
import { type AgendaItem, useAgenda } from '../roster/agenda.ts'
import { DocumentValidity } from '../roster/document-validity.tsx'
import { NextDuty } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { type FleetVehicle, useFleet } from '../../office/trip-fields/fleet.ts'
import { AddVehicle } from './add-vehicle.tsx'
import { LastCheck, MarkRepairedDrawer } from './checks.tsx'
import { type FleetCheck, useLastChecks } from './vehicles.ts'

const defaults = { add: '', check: '' }

function buildVehicleColumns(
  agenda: ReadonlyMap<number, readonly AgendaItem[]> | undefined,
  checks: ReadonlyMap<string, FleetCheck> | undefined,
): Column<FleetVehicle>[] {
  return [
    {
      name: 'Registration',
      cell: ({ registration, description }) => (
        <>
          <OfficePlate registration={registration} />
          <SecondLine>{description}</SecondLine>
        </>
      ),
    },
    { name: 'Vehicle type', cell: ({ type }) => formatWord(type) },
    {
      name: 'Seats',
      isNumber: true,
      cell: ({ seats, wheelchair_spaces }) => (
        <>
          {seats}
          {wheelchair_spaces > 0 && <SecondLine>{formatCount(wheelchair_spaces, 'wheelchair')}</SecondLine>}
        </>
      ),
    },
    { name: 'MOT', cell: ({ mot_due }) => <DocumentValidity until={mot_due} /> },
    { name: 'Last check', cell: ({ registration }) => <LastCheck check={checks?.get(registration)} /> },
    ...(agenda === undefined ? [] : [{ name: 'Next duty', cell: ({ id }: FleetVehicle) => <NextDuty items={agenda.get(id)} /> }]),
  ]
}

/** The fleet (`/portal/vehicles`): seats, last check and next duty of each vehicle. */
export function VehicleList() {
  const [{ add, check }, setUrl] = useUrlState(defaults)
  const { can } = useSession()
  const query = useFleet()
  const agenda = useAgenda('vehicle')
  const checks = useLastChecks()
  useRowKeys()

  const addButton = can('drivers:write') ? <Button onClick={() => setUrl({ add: '1' })}>Add vehicle</Button> : null
  return (
    <>
      <PageHead title="Fleet" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No vehicles yet. Add one to use it in quotes and trips.</p>
            {addButton}
          </>
        }
      >
        {({ data }) => (
          <>
            <p className="list-count">{formatCount(data.length, 'vehicle')}</p>
            <Table
              caption="Vehicles"
              columns={buildVehicleColumns(agenda.data, checks.data)}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: `/vehicles/${id}` })}
            />
            {addButton !== null && <PrimaryBar>{addButton}</PrimaryBar>}
          </>
        )}
      </ListStates>
      <MarkRepairedDrawer
        check={[...(checks.data?.values() ?? [])].find(({ id }) => String(id) === check) ?? null}
        close={() => setUrl({ check: '' })}
      />
      <AddVehicle isOpen={add !== ''} close={() => setUrl({ add: '' })} />
    </>
  )
}
