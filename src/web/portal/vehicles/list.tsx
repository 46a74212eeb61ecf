import { Button } from '@mantine/core'
import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import { useSession } from '../api/session.ts'
import { ListStates } from '../parts/list-states.tsx'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { Plate } from '../parts/plate.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { type AgendaItem, useAgenda } from '../roster/agenda.ts'
import { GoodUntil } from '../roster/good-until.tsx'
import { NextDuty } from '../roster/next-duty.tsx'
import '../roster/roster.css'
import { type FleetVehicle, useFleet } from '../api/fleet.ts'
import { AddVehicle } from './add-vehicle.tsx'
import { ClearDefectDrawer, LastCheck } from './checks.tsx'
import { type FleetCheck, useLastChecks } from './vehicles.ts'

const defaults = { add: '', check: '' }

function columnsWith(
  agenda: ReadonlyMap<number, readonly AgendaItem[]> | undefined,
  checks: ReadonlyMap<string, FleetCheck> | undefined,
): Column<FleetVehicle>[] {
  return [
    {
      name: 'Registration',
      cell: ({ registration, description }) => (
        <>
          <Plate registration={registration} />
          <SecondLine>{description}</SecondLine>
        </>
      ),
    },
    { name: 'Kind', cell: ({ type }) => spokenWord(type) },
    {
      name: 'Seats',
      isNumber: true,
      cell: ({ seats, wheelchair_spaces }) => (
        <>
          {seats}
          {wheelchair_spaces > 0 && <SecondLine>{counted(wheelchair_spaces, 'wheelchair')}</SecondLine>}
        </>
      ),
    },
    { name: 'MOT', cell: ({ mot_due }) => <GoodUntil until={mot_due} /> },
    { name: 'Last check', cell: ({ registration }) => <LastCheck check={checks?.get(registration)} /> },
    ...(agenda === undefined ? [] : [{ name: 'Next duty', cell: ({ id }: FleetVehicle) => <NextDuty items={agenda.get(id)} /> }]),
  ]
}

/** The fleet (`/portal/vehicles`): what each coach holds, whether it is fit, and what it is for next. */
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
            <p>No coach yet. Once one is in the fleet, quotes and trips take its plate, type and seats from it.</p>
            {addButton}
          </>
        }
      >
        {({ data }) => (
          <>
            <p className="list-count">{counted(data.length, 'vehicle')}</p>
            <Table
              caption="Vehicles"
              columns={columnsWith(agenda.data, checks.data)}
              rows={data}
              rowKey={({ id }) => id}
              link={({ id }) => ({ href: `/vehicles/${id}` })}
            />
            {addButton !== null && <PrimaryBar>{addButton}</PrimaryBar>}
          </>
        )}
      </ListStates>
      <ClearDefectDrawer
        check={[...(checks.data?.values() ?? [])].find(({ id }) => String(id) === check) ?? null}
        close={() => setUrl({ check: '' })}
      />
      <AddVehicle isOpen={add !== ''} close={() => setUrl({ add: '' })} />
    </>
  )
}
