import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { showNotice, showNoticeWithUndo } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { sendWithRetry } from '../../office/api/retry.ts'
import { mostRows, readAllRows } from '../../office/api/rows.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { useClock } from '../../office/parts/now.ts'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { SecondLine } from '../../office/parts/table.tsx'
import { formatWord } from '../../plain/words.ts'

type Body = Records['BlockInput']
type Block = Records['Block']

const blockForm = createForm<Body>(readLimits('BlockInput'))

/** The driver or the vehicle of a block. */
type BlockedResource = { readonly driver_id: number } | { readonly vehicle_id: number }

const kindsOf = {
  driver: ['holiday', 'sick', 'training', 'hold'],
  vehicle: ['off_road', 'mot', 'service', 'private_use', 'hold'],
} as const satisfies Record<string, readonly Body['kind'][]>

/** A React hook that returns every block that has not ended, next one first. An operator has a few dozen. */
function useBlocks() {
  return useQuery({
    queryKey: ['blocks'],
    queryFn: ({ signal }) => {
      const read = (page: number) => api.GET('/portal/v1/blocks', { params: { query: { page, per_page: mostRows } }, signal })
      return Array.fromAsync<Block>(readAllRows(read))
    },
  })
}

/**
 * A section of the times when a driver is away or a vehicle is off road, with a form to add one and a removal with Undo.
 */
export function Blocks(props: { readonly title: string; readonly whose: BlockedResource; readonly empty: string }) {
  const { can } = useSession()
  const { whose } = props
  const [isOpen, setOpen] = useState(false)
  const query = useBlocks()
  const now = useClock(60_000)
  const isTheirs = (block: Block) =>
    'driver_id' in whose ? block.driver_id === whose.driver_id : block.vehicle_id === whose.vehicle_id
  return (
    <FoldableSection title={props.title}>
      <ReadStates query={query}>
        {(all) => {
          const blocks = all
            .filter((block) => isTheirs(block) && Date.parse(block.ends_at) > now)
            .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
          if (blocks.length === 0) return <p className="second-line">{props.empty}</p>
          return (
            <ul className="roster-lines">
              {blocks.map((block) => (
                <li key={block.id}>
                  <span>
                    <Moment at={block.starts_at} /> to <Moment at={block.ends_at} />
                  </span>
                  <span>
                    {formatWord(block.kind)}
                    <SecondLine>{block.note}</SecondLine>
                  </span>
                  {can('drivers:write') && (
                    <RowActions
                      label={`Actions for ${formatWord(block.kind)}`}
                      actions={[{ label: 'Remove', run: () => void removeBlockWithUndo(block) }]}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </ReadStates>
      {can('drivers:write') && (
        <Button className="roster-add" variant="default" size="sm" onClick={() => setOpen(true)}>
          {'driver_id' in whose ? 'Add time off' : 'Add off-road time'}
        </Button>
      )}
      <SideDrawer title={props.title} isOpen={isOpen} close={() => setOpen(false)}>
        <AddBlock whose={whose} close={() => setOpen(false)} />
      </SideDrawer>
    </FoldableSection>
  )
}

function AddBlock({ whose, close }: { readonly whose: BlockedResource; readonly close: () => void }) {
  const kinds = kindsOf['driver_id' in whose ? 'driver' : 'vehicle']
  const draft = blockForm.useDraft(null, { ...whose, kind: kinds[0] })
  const write = useWrite({
    send: (body: Body, headers) => api.POST('/portal/v1/blocks', { body, headers }),
    refreshes: [['blocks'], ['diary']],
    onDone: () => {
      close()
      showNotice('Added. Trips in this time show a warning.')
    },
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Add">
      <blockForm.Choice at="kind" label="Reason" choices={kinds.map((value) => ({ value, label: formatWord(value) }))} />
      <blockForm.Moment at="starts_at" label="From" />
      <blockForm.Moment at="ends_at" label="To" />
      <blockForm.Text at="note" label="Note" />
    </OfficeForm>
  )
}

async function removeBlockWithUndo({ id, created_at: _, updated_at: _at, ...block }: Block): Promise<void> {
  try {
    await requireAnswer(api.DELETE('/portal/v1/blocks/{id}', { params: { path: { id } } }))
    showNoticeWithUndo('Removed.', () => void restoreRemovedBlock(block as Body))
  } catch (thrown) {
    showFailure(thrown)
  }
  await refreshBlocks()
}

/** Adds a removed block again for Undo. */
async function restoreRemovedBlock(body: Body): Promise<void> {
  try {
    await sendWithRetry((headers) => api.POST('/portal/v1/blocks', { body, headers }))
  } catch (thrown) {
    showFailure(thrown)
  }
  await refreshBlocks()
}

async function refreshBlocks(): Promise<void> {
  for (const queryKey of [['blocks'], ['diary'], ['board']]) await queries.invalidateQueries({ queryKey })
}
