import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted, spokenLength } from '../../../domain/spoken.ts'
import { checkKeptMonths } from '../../../domain/vehicle-check.ts'
import { walkaroundWords } from '../../../domain/walkaround-words.ts'
import { spokenWord, type Tone } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, TextField, WholeField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/pager.tsx'
import { PaperLink, paperAddress } from '../parts/paper-link.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { SecondLine } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { type FleetCheck, isDefectOpen, useChecks } from './vehicles.ts'

const results: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  safe: { word: 'Fit', tone: 'good' },
  safe_with_defects: { word: 'Fit, with defects', tone: 'waiting' },
  unsafe: { word: 'Do not drive', tone: 'wrong' },
}

function Result({ check }: { readonly check: FleetCheck }) {
  const { word, tone } = results[check.result] ?? { word: spokenWord(check.result), tone: 'plain' }
  return check.resolution === null ? <Badge tone={tone}>{word}</Badge> : <Badge tone="over">{`${word}; cleared`}</Badge>
}

/** The outcome of a coach's last check, and whether somebody has to put something right. */
export function LastCheck({ check }: { readonly check: FleetCheck | undefined }) {
  if (check === undefined) return 'None lately'
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

/** The checks of a coach, with what was found, and who put it right. */
export function Checks({ vehicleId, registration }: { readonly vehicleId: number; readonly registration: string }) {
  const [{ page }] = useUrlState(defaults)
  const { can } = useSession()
  const query = useChecks(registration, Number(page))
  const [cleared, setCleared] = useState<FleetCheck | null>(null)
  return (
    <>
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={<p>Nobody has checked it yet. Drivers do it in the app before they set off.</p>}
      >
        {({ data, meta }) => (
          <>
            <p>
              <PaperLink address={paperAddress(`/vehicles/${vehicleId}/checks`)}>
                All checks of {counted(checkKeptMonths, 'month')}, for an inspector
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
                        check.started_at && `took ${spokenLength(Date.parse(check.checked_at) - Date.parse(check.started_at))}`,
                        check.odometer === null ? null : `${check.odometer.toLocaleString('en-GB')} ${check.odometer_unit}`,
                        check.trip_ref,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </SecondLine>
                  </div>
                  <Found check={check} />
                  <PaperLink address={paperAddress(`/vehicle-checks/${check.id}`)}>Check</PaperLink>
                  {isDefectOpen(check) && can('drivers:write') && (
                    <Button variant="default" size="xs" onClick={() => setCleared(check)}>
                      Clear defect
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            <Pager meta={meta} />
          </>
        )}
      </ListStates>
      <ClearDefectDrawer check={cleared} close={() => setCleared(null)} />
    </>
  )
}

/** Says what was done about the defects of a check, and by whom; closed while there is none. */
export function ClearDefectDrawer({ check, close }: { readonly check: FleetCheck | null; readonly close: () => void }) {
  return (
    <SideDrawer title={check === null ? '' : `Clear the defects of ${check.vehicle_reg}`} isOpen={check !== null} close={close}>
      {check !== null && <ClearDefect key={check.id} check={check} close={close} />}
    </SideDrawer>
  )
}

/** Each thing that was wrong, and what was done about it. */
function Found({ check }: { readonly check: FleetCheck }) {
  const { resolution } = check
  const found = check.items.filter(({ severity }) => severity !== null)
  if (found.length === 0 && resolution === null) return null
  return (
    <ul className="roster-found">
      {found.map(({ code, severity, note }) => (
        <li key={code}>
          {walkaroundWords[code] ?? spokenWord(code)}: {severity}
          {note !== null && `. ${note}`}
        </li>
      ))}
      {resolution !== null && (
        <li>
          Put right by {resolution.rectified_by}: {resolution.note}
        </li>
      )}
    </ul>
  )
}

function ClearDefect({ check, close }: { readonly check: FleetCheck; readonly close: () => void }) {
  const draft = useDraft(`defect-${check.id}`, { note: '', by: '', odometer: null as number | null })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['ResolutionInput'], headers) =>
      api.POST('/portal/v1/vehicle-checks/{id}/resolve', { params: { path: { id: check.id } }, body, headers }),
    refreshes: [['vehicles']],
    onDone: () => {
      draft.clear()
      close()
      say(`${check.vehicle_reg} is cleared.`)
    },
  })
  return (
    <>
      <Found check={check} />
      <Form
        write={write}
        submit={() => void write.run({ note: values.note.trim(), rectified_by: values.by.trim(), odometer: values.odometer })}
        button="Clear defect"
      >
        <TextAreaField
          path="note"
          label="What was done"
          value={values.note}
          onValue={(note) => set({ note })}
          isRequired
          isFocused
          least={3}
          most={500}
        />
        <TextField path="rectified_by" label="By whom" value={values.by} onValue={(by) => set({ by })} isRequired most={160} />
        <WholeField
          path="odometer"
          label={`Odometer, ${check.odometer_unit}`}
          value={values.odometer}
          onValue={(odometer) => set({ odometer })}
        />
      </Form>
    </>
  )
}
