import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spokenWord } from '../../plain/words.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { say, sayWithUndo } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { sendWithRetry } from '../api/retry.ts'
import { mostRows, rowsOf } from '../api/rows.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { MomentField } from '../form/time-fields.tsx'
import { Section } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/now.ts'
import { RowActions } from '../parts/row-actions.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { SecondLine } from '../parts/table.tsx'

type Body = Records['BlockInput']
type Block = Records['Block']
type Kind = Body['kind']

/** The driver or the coach whose time is blocked. */
type Whose = { readonly driver_id: number } | { readonly vehicle_id: number }

const kindsOf = {
  driver: ['holiday', 'sick', 'training', 'hold'],
  vehicle: ['off_road', 'mot', 'service', 'private_use', 'hold'],
} as const satisfies Record<string, readonly Kind[]>

/** Every block that is not over, the next one first; an operator has a few dozen at a time. */
function useBlocks() {
  return useQuery({
    queryKey: ['blocks'],
    queryFn: ({ signal }) => {
      const read = (page: number) => api.GET('/portal/v1/blocks', { params: { query: { page, per_page: mostRows } }, signal })
      return Array.fromAsync<Block>(rowsOf(read))
    },
  })
}

/**
 * A section of the times when a driver is away or a coach is off the road. They are entered, and taken out with an
 * Undo.
 */
export function Blocks(props: { readonly title: string; readonly whose: Whose; readonly empty: string }) {
  const { can } = useSession()
  const { whose } = props
  const [isOpen, setOpen] = useState(false)
  const query = useBlocks()
  const now = useNow(60_000)
  const isTheirs = (block: Block) =>
    'driver_id' in whose ? block.driver_id === whose.driver_id : block.vehicle_id === whose.vehicle_id
  return (
    <Section title={props.title}>
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
                    {spokenWord(block.kind)}
                    <SecondLine>{block.note}</SecondLine>
                  </span>
                  {can('drivers:write') && (
                    <RowActions
                      label={`What to do with ${spokenWord(block.kind)}`}
                      actions={[{ label: 'Take it out', run: () => void takeOut(block) }]}
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
          {'driver_id' in whose ? 'Add time off' : 'Take it off the road'}
        </Button>
      )}
      <SideDrawer title={props.title} isOpen={isOpen} close={() => setOpen(false)}>
        <AddBlock whose={whose} close={() => setOpen(false)} />
      </SideDrawer>
    </Section>
  )
}

function AddBlock({ whose, close }: { readonly whose: Whose; readonly close: () => void }) {
  const { zone } = useSession()
  const kinds: readonly Kind[] = kindsOf['driver_id' in whose ? 'driver' : 'vehicle']
  const [kind, setKind] = useState<Kind | null>(kinds[0] ?? null)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const write = useWrite({
    send: (body: Body, headers) => api.POST('/portal/v1/blocks', { body, headers }),
    refreshes: [['blocks'], ['diary']],
    onDone: () => {
      close()
      say('Entered. Trips in that time warn of it.')
    },
  })
  const submit = () => {
    if (kind === null) return
    void write.run({ ...whose, kind, starts_at: from ?? '', ends_at: to ?? '', note: note.trim() === '' ? null : note.trim() })
  }
  return (
    <Form write={write} submit={submit} button="Enter">
      <ChoiceField
        path="kind"
        label="Why"
        value={kind}
        onValue={setKind}
        choices={kinds.map((value) => ({ value, label: spokenWord(value) }))}
        isRequired
      />
      <MomentField path="starts_at" label="From" zone={zone} value={from} onValue={setFrom} isRequired />
      <MomentField path="ends_at" label="To" zone={zone} value={to} onValue={setTo} isRequired />
      <TextField path="note" label="Note" value={note} onValue={setNote} most={500} />
    </Form>
  )
}

async function takeOut({ id, created_at: _, updated_at: _at, ...block }: Block): Promise<void> {
  try {
    await answerOf(api.DELETE('/portal/v1/blocks/{id}', { params: { path: { id } } }))
    sayWithUndo('Taken out.', () => void putBackIn(block as Body))
  } catch (thrown) {
    sayFailed(thrown)
  }
  await readAgain()
}

/** The call that takes it back: what is away again is entered anew. */
async function putBackIn(body: Body): Promise<void> {
  try {
    await sendWithRetry((headers) => api.POST('/portal/v1/blocks', { body, headers }))
  } catch (thrown) {
    sayFailed(thrown)
  }
  await readAgain()
}

async function readAgain(): Promise<void> {
  for (const queryKey of [['blocks'], ['diary'], ['board']]) await queries.invalidateQueries({ queryKey })
}
