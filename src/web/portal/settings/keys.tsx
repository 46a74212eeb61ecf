import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Ability } from '../../../domain/ability.ts'
import { root } from '../api/address.ts'
import { answerOf, api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { queries } from '../api/queries.ts'
import { sayFailed } from '../api/refused.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextField } from '../form/fields.tsx'
import { Form, GroupError } from '../form/form.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { RowActions } from '../parts/row-actions.tsx'
import { useRowKeys } from '../parts/row-keys.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { Copyable } from './copyable.tsx'
import { type OfficeKey, useOfficeKeys } from './settings.ts'
import './settings.css'

/** Abilities of a key, with what each opens in the words of the office. */
const abilityWords: readonly { readonly code: Ability; readonly label: string; readonly help: string }[] = [
  { code: 'jobs:read', label: 'Read jobs', help: 'What is offered, without names.' },
  { code: 'quotes:write', label: 'Quote', help: 'Send prices, answer requests, decline.' },
  { code: 'bookings:read', label: 'Read bookings', help: 'Trips with names, addresses and money.' },
  { code: 'drivers:read', label: 'Read drivers', help: 'The roster with phones and papers.' },
  { code: 'drivers:write', label: 'Change drivers', help: 'Add them, invite them, give them trips.' },
  { code: 'payouts:read', label: 'Read payouts', help: 'What is paid out, and when.' },
  { code: 'webhooks:manage', label: 'Webhooks', help: 'Subscribe, and read what was sent.' },
]

const columns: readonly Column<OfficeKey>[] = [
  {
    name: 'Name',
    cell: ({ name, hint, minted_by }) => (
      <>
        {name}
        <SecondLine>
          {hint}
          {minted_by !== null && ` · made by ${minted_by.name}`}
        </SecondLine>
      </>
    ),
  },
  {
    name: 'May',
    cell: ({ abilities }) => abilities.map((one) => abilityWords.find(({ code }) => code === one)?.label ?? one).join(' · '),
  },
  {
    name: 'Used',
    cell: ({ last_used_at, revoked_at }) =>
      revoked_at !== null ? (
        <Badge tone="over">Revoked</Badge>
      ) : last_used_at === null ? (
        <Badge tone="waiting">Waiting for first use</Badge>
      ) : (
        <Moment at={last_used_at} isRelative />
      ),
  },
  { name: 'Ends', cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Moment at={expires_at} />) },
]

const defaults = { mint: '' }

/** The keys of programs (`/portal/settings/keys`): each may only what is ticked, and is shown once. */
export function KeySettings() {
  const [{ mint }, setUrl] = useUrlState(defaults)
  const query = useOfficeKeys()
  const [revoked, setRevoked] = useState<OfficeKey | null>(null)
  useRowKeys()
  const add = <Button onClick={() => setUrl({ mint: '1' })}>Make a key</Button>
  return (
    <>
      <PageHead title="Keys" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No program has a key. With one, your own software reads jobs and sends quotes over the API.</p>
            {add}
          </>
        }
      >
        {({ data }) => (
          <>
            <Table
              caption="Keys of programs"
              columns={columns}
              rows={data}
              rowKey={({ token_id }) => token_id}
              actions={(key) => (
                <RowActions
                  label={`What to do with ${key.name}`}
                  actions={key.revoked_at === null ? [{ label: 'Revoke', run: () => setRevoked(key) }] : []}
                />
              )}
            />
            <PrimaryBar>{add}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Make a key" isOpen={mint !== ''} close={() => setUrl({ mint: '' })}>
        <MintForm />
      </SideDrawer>
      <Revoke officeKey={revoked} close={() => setRevoked(null)} />
    </>
  )
}

function MintForm() {
  const draft = useDraft(null, { name: '', abilities: [] as readonly Ability[] })
  const [minted, setMinted] = useState<Records['MintedKey'] | null>(null)
  const { name, abilities } = draft.values
  const write = useWrite({
    send: (body: Records['KeyInput'], headers) => api.POST('/portal/v1/keys', { body, headers }),
    refreshes: [['keys']],
    onDone: ({ data }) => setMinted(data),
  })
  if (minted !== null) return <Minted minted={minted} />
  return (
    <Form
      write={write}
      submit={() => void write.run({ name: name.trim(), abilities: [...abilities] })}
      button="Make the key"
      faults={{ abilities: abilities.length === 0 ? 'Choose at least one.' : null }}
    >
      <TextField
        path="name"
        label="What it is for"
        help="The program that will hold it, such as “dispatch”."
        value={name}
        onValue={(value) => draft.set({ name: value })}
        isRequired
        isFocused
        most={80}
      />
      <fieldset className="settings-ticks" data-path="abilities">
        <legend>What it may do</legend>
        <GroupError path="abilities" legend="What it may do" />
        {abilityWords.map(({ code, label, help }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={abilities.includes(code)}
              onChange={({ currentTarget: { checked } }) =>
                draft.set({ abilities: checked ? [...abilities, code] : abilities.filter((one) => one !== code) })
              }
            />
            <span>
              {label}
              <span className="second-line">{help}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

/** The only time that the key is seen. */
function Minted({ minted }: { readonly minted: Records['MintedKey'] }) {
  const call = `curl -s '${location.origin}${root}api/v1/me' -H 'Authorization: Bearer ${minted.token}'`
  return (
    <div className="settings-part" role="status">
      <p>
        This is the key of <strong>{minted.name}</strong>. It is shown this once: put it where the program finds it.
      </p>
      <Copyable label="Key" text={minted.token} />
      <p>Try it in a terminal:</p>
      <Copyable label="Call" text={call} />
    </div>
  )
}

function Revoke({ officeKey, close }: { readonly officeKey: OfficeKey | null; readonly close: () => void }) {
  const revoke = async ({ token_id, name }: OfficeKey) => {
    close()
    try {
      await answerOf(api.DELETE('/portal/v1/keys/{token_id}', { params: { path: { token_id } } }))
      say(`${name} opens nothing any more.`)
    } catch (thrown) {
      sayFailed(thrown)
    }
    await queries.invalidateQueries({ queryKey: ['keys'] })
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  return (
    <ConfirmDialog
      title={`Revoke ${officeKey?.name ?? ''}?`}
      isOpen={officeKey !== null}
      close={close}
      button="Revoke"
      isDangerous
      confirm={() => officeKey !== null && void revoke(officeKey)}
    >
      <p>The program that holds it is refused from the next call on, and the webhooks it made are parked.</p>
    </ConfirmDialog>
  )
}
