import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Ability } from '../../../domain/ability.ts'
import { root } from '../../office/api/address.ts'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { queries } from '../../office/api/queries.ts'
import { showFailure } from '../../office/api/refused.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { Copyable } from '../../office/parts/copyable.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { type OfficeKey, useOfficeKeys } from './settings.ts'
import './settings.css'

/** Abilities of a key in the words of the office. */
const abilityWords: readonly { readonly value: Ability; readonly label: string; readonly help: string }[] = [
  { value: 'jobs:read', label: 'Read jobs', help: 'Jobs without customer names.' },
  { value: 'quotes:write', label: 'Quote', help: 'Send prices, answer requests, decline.' },
  { value: 'bookings:read', label: 'Read bookings', help: 'Trips with names, addresses and money.' },
  { value: 'drivers:read', label: 'Read drivers', help: 'The roster with phones and documents.' },
  { value: 'drivers:write', label: 'Change drivers', help: 'Add, invite and assign drivers.' },
  { value: 'payouts:read', label: 'Read payouts', help: 'Amounts and dates of payouts.' },
  { value: 'webhooks:manage', label: 'Webhooks', help: 'Subscribe and read deliveries.' },
]

const columns: readonly Column<OfficeKey>[] = [
  {
    name: 'Name',
    cell: ({ name, hint, minted_by }) => (
      <>
        {name}
        <SecondLine>
          {hint}
          {minted_by !== null && ` · created by ${minted_by.name}`}
        </SecondLine>
      </>
    ),
  },
  {
    name: 'Permissions',
    cell: ({ abilities }) => abilities.map((one) => abilityWords.find(({ value }) => value === one)?.label ?? one).join(' · '),
  },
  {
    name: 'Last used',
    cell: ({ last_used_at, revoked_at }) =>
      revoked_at !== null ? (
        <Badge tone="over">Revoked</Badge>
      ) : last_used_at === null ? (
        <Badge tone="waiting">Waiting for first use</Badge>
      ) : (
        <Moment at={last_used_at} isRelative />
      ),
  },
  { name: 'Expires', cell: ({ expires_at }) => (expires_at === null ? 'Never' : <Moment at={expires_at} />) },
]

const defaults = { mint: '' }

/** The page of API keys (`/portal/settings/keys`). A key has the ticked permissions and is shown once. */
export function KeySettings() {
  const [{ mint }, setUrl] = useUrlState(defaults)
  const query = useOfficeKeys()
  const [revoked, setRevoked] = useState<OfficeKey | null>(null)
  useRowKeys()
  const add = <Button onClick={() => setUrl({ mint: '1' })}>Create key</Button>
  return (
    <>
      <PageHead title="API keys" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No API keys yet. Create one to connect your own software.</p>
            {add}
          </>
        }
      >
        {({ data }) => (
          <>
            <Table
              caption="API keys"
              columns={columns}
              rows={data}
              rowKey={({ token_id }) => token_id}
              actions={(key) => (
                <RowActions
                  label={`Actions for ${key.name}`}
                  actions={key.revoked_at === null ? [{ label: 'Revoke key', run: () => setRevoked(key) }] : []}
                />
              )}
            />
            <PrimaryBar>{add}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer title="Create key" isOpen={mint !== ''} close={() => setUrl({ mint: '' })}>
        <MintForm />
      </SideDrawer>
      <Revoke officeKey={revoked} close={() => setRevoked(null)} />
    </>
  )
}

const keyForm = createForm<Records['KeyInput']>(readLimits('KeyInput'))

function MintForm() {
  const draft = keyForm.useDraft(null, { abilities: [] })
  const [minted, setMinted] = useState<Records['MintedKey'] | null>(null)
  const write = useWrite({
    send: (body: Records['KeyInput'], headers) => api.POST('/portal/v1/keys', { body, headers }),
    refreshes: [['keys']],
    onDone: ({ data }) => setMinted(data),
  })
  if (minted !== null) return <Minted minted={minted} />
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button="Create key"
      faults={{ abilities: draft.values.abilities?.length === 0 ? 'Choose at least one.' : null }}
    >
      <keyForm.Text at="name" label="Name" help="The program that uses the key, such as “dispatch”." isFocused />
      <keyForm.Ticks at="abilities" label="Permissions" choices={abilityWords} />
    </OfficeForm>
  )
}

/** Shows a new key, once. */
function Minted({ minted }: { readonly minted: Records['MintedKey'] }) {
  const call = `curl -s '${location.origin}${root}api/v1/me' -H 'Authorization: Bearer ${minted.token}'`
  return (
    <div className="settings-part" role="status">
      <p>
        This is the key of <strong>{minted.name}</strong>. It is shown only once. Copy it now.
      </p>
      <Copyable label="Key" text={minted.token} />
      <p>Test the key in a terminal:</p>
      <Copyable label="Command" text={call} />
    </div>
  )
}

function Revoke({ officeKey, close }: { readonly officeKey: OfficeKey | null; readonly close: () => void }) {
  const revoke = async ({ token_id, name }: OfficeKey) => {
    close()
    try {
      await requireAnswer(api.DELETE('/portal/v1/keys/{token_id}', { params: { path: { token_id } } }))
      showNotice(`${name} revoked.`)
    } catch (thrown) {
      showFailure(thrown)
    }
    await queries.invalidateQueries({ queryKey: ['keys'] })
    await queries.invalidateQueries({ queryKey: ['webhooks'] })
  }
  return (
    <ConfirmDialog
      title={`Revoke ${officeKey?.name ?? ''}?`}
      isOpen={officeKey !== null}
      close={close}
      button="Revoke key"
      isDangerous
      confirm={() => officeKey !== null && void revoke(officeKey)}
    >
      <p>The key will stop working immediately, and so will webhooks created with it.</p>
    </ConfirmDialog>
  )
}
