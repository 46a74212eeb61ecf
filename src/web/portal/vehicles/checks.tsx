import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount, formatDuration } from '../../../domain/spoken.ts'
import { checkKeptMonths } from '../../../domain/vehicle-check.ts'
import { walkaroundWords } from '../../../domain/walkaround-words.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { SecondLine } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { type FleetCheck, isDefectOpen, useChecks } from './vehicles.ts'

const results: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  safe: { word: 'Safe', tone: 'good' },
  safe_with_defects: { word: 'Safe, with defects', tone: 'waiting' },
  unsafe: { word: 'Unsafe', tone: 'wrong' },
}

function Result({ check }: { readonly check: FleetCheck }) {
  const { word, tone } = results[check.result] ?? { word: formatWord(check.result), tone: 'plain' }
  return check.resolution === null ? <Badge tone={tone}>{word}</Badge> : <Badge tone="over">{`${word}, repaired`}</Badge>
}

/** The result of a vehicle's last check, and whether defects are open. */
export function LastCheck({ check }: { readonly check: FleetCheck | undefined }) {
  if (check === undefined) return 'No recent check'
  return (
    <>
      <Result check={check} />
      <SecondLine>
        <Moment at={check.checked_at} />
        {isDefectOpen(check) && ' · defects open'}
      </SecondLine>
    </>
  )
}

const defaults = { page: '1' }

/** The checks of a vehicle with defects and repairs. */
export function Checks({ vehicleId, registration }: { readonly vehicleId: number; readonly registration: string }) {
  const [{ page }] = useUrlState(defaults)
  const { can } = useSession()
  const query = useChecks(registration, Number(page))
  const [repaired, setRepaired] = useState<FleetCheck | null>(null)
  return (
    <>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>No checks yet. Drivers check the vehicle in the app before departure.</p>}
      >
        {({ data, meta }) => (
          <>
            <p>
              <PaperLink address={buildPaperAddress(`/vehicles/${vehicleId}/checks`)}>
                All checks of the last {formatCount(checkKeptMonths, 'month')}
              </PaperLink>
            </p>
            <ul className="roster-checks">
              {data.map((check) => (
                <li key={check.id}>
                  <div>
                    <Result check={check} /> <Moment at={check.checked_at} />
                    <SecondLine>
                      {[
                        check.driver.name,
                        check.kind === 'pre_trip' ? 'Before a trip' : 'After a trip',
                        check.started_at &&
                          `duration ${formatDuration(Date.parse(check.checked_at) - Date.parse(check.started_at))}`,
                        check.odometer === null ? null : `${check.odometer.toLocaleString('en-GB')} ${check.odometer_unit}`,
                        check.trip_ref,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </SecondLine>
                  </div>
                  <CheckDefects check={check} />
                  <PaperLink address={buildPaperAddress(`/vehicle-checks/${check.id}`)}>Check</PaperLink>
                  {isDefectOpen(check) && can('drivers:write') && (
                    <Button variant="default" size="xs" onClick={() => setRepaired(check)}>
                      Mark repaired
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      <MarkRepairedDrawer check={repaired} close={() => setRepaired(null)} />
    </>
  )
}

/** A drawer that marks the defects of a check as repaired. Closed without a check. */
export function MarkRepairedDrawer({ check, close }: { readonly check: FleetCheck | null; readonly close: () => void }) {
  return (
    <SideDrawer title={check === null ? '' : `Mark ${check.vehicle_reg} as repaired`} isOpen={check !== null} close={close}>
      {check !== null && <MarkRepaired key={check.id} check={check} close={close} />}
    </SideDrawer>
  )
}

/** The defects of a check and their repair. */
function CheckDefects({ check }: { readonly check: FleetCheck }) {
  const { resolution } = check
  const found = check.items.filter(({ severity }) => severity !== null)
  if (found.length === 0 && resolution === null) return null
  return (
    <ul className="roster-found">
      {found.map(({ code, severity, note }) => (
        <li key={code}>
          {walkaroundWords[code] ?? formatWord(code)}: {severity}
          {note !== null && `. ${note}`}
        </li>
      ))}
      {resolution !== null && (
        <li>
          Repaired by {resolution.rectified_by}: {resolution.note}
        </li>
      )}
    </ul>
  )
}

const repairForm = createForm<Records['ResolutionInput']>(readLimits('ResolutionInput'))

function MarkRepaired({ check, close }: { readonly check: FleetCheck; readonly close: () => void }) {
  const draft = repairForm.useDraft(`defect-${check.id}`, {})
  const write = useWrite({
    send: (body: Records['ResolutionInput'], headers) =>
      api.POST('/portal/v1/vehicle-checks/{id}/resolve', { params: { path: { id: check.id } }, body, headers }),
    refreshes: [['vehicles']],
    onDone: () => {
      draft.clear()
      close()
      showNotice(`${check.vehicle_reg} marked as repaired.`)
    },
  })
  return (
    <>
      <CheckDefects check={check} />
      <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Mark repaired">
        <repairForm.TextArea at="note" label="Repair" isFocused />
        <repairForm.Text at="rectified_by" label="Repaired by" />
        <repairForm.Whole at="odometer" label={`Odometer, ${check.odometer_unit}`} />
      </OfficeForm>
    </>
  )
}
