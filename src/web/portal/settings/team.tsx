import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { invitationLifeMs } from '../../../domain/sign-in.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { RowActions } from '../../office/parts/row-actions.tsx'
import { useRowKeys } from '../../office/parts/row-keys.ts'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type Column, SecondLine, Table } from '../../office/parts/table.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord } from '../../plain/words.ts'
import { type OfficePerson, type OfficeRole, useOfficeKeys, usePeople } from './settings.ts'

const roleCards: readonly { readonly value: OfficeRole; readonly label: string; readonly help: string }[] = [
  { value: 'admin', label: 'Admin', help: 'Everything, including roles.' },
  { value: 'dispatcher', label: 'Dispatcher', help: 'Jobs, quotes, bookings, drivers and vehicles.' },
  { value: 'accounts', label: 'Accounts', help: 'Bookings, payments, payouts.' },
]

const userForm = createForm<Records['UserInput']>(readLimits('UserInput'))

const columns: readonly Column<OfficePerson>[] = [
  {
    name: 'Name',
    cell: ({ name, email }) => (
      <>
        {name}
        <SecondLine>{email}</SecondLine>
      </>
    ),
  },
  { name: 'Role', cell: ({ role }) => <Badge>{formatWord(role)}</Badge> },
  { name: 'Phone', cell: ({ phone }) => phone ?? '–' },
  {
    name: 'Last seen',
    cell: ({ last_seen_at, invited_at }) => (
      <>
        {last_seen_at === null ? 'Not yet' : <Moment at={last_seen_at} isRelative />}
        {invited_at !== null && (
          <SecondLine>
            Invited <Moment at={invited_at} />
          </SecondLine>
        )}
      </>
    ),
  },
]

const defaults = { invite: '' }

/** The page of the team and its roles (`/portal/settings/team`). */
export function TeamSettings() {
  const [{ invite }, setUrl] = useUrlState(defaults)
  const { isAdmin, email } = useSession()
  const query = usePeople()
  const [changed, setChanged] = useState<OfficePerson | null>(null)
  const [removed, setRemoved] = useState<OfficePerson | null>(null)
  useRowKeys()
  return (
    <>
      <PageHead title="Team" />
      <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No team members yet.</p>}>
        {({ data }) => (
          <Table
            caption="Team"
            columns={columns}
            rows={data}
            rowKey={({ id }) => id}
            actions={(person) => (
              <RowActions
                label={`Actions for ${person.name}`}
                actions={
                  isAdmin
                    ? [
                        { label: 'Change role or phone', run: () => setChanged(person) },
                        ...(person.email === email ? [] : [{ label: 'Remove', run: () => setRemoved(person) }]),
                      ]
                    : []
                }
              />
            )}
          />
        )}
      </ListStates>
      {isAdmin && (
        <PrimaryBar>
          <Button onClick={() => setUrl({ invite: '1' })}>Invite person</Button>
        </PrimaryBar>
      )}
      <SideDrawer title="Invite person" isOpen={invite !== ''} close={() => setUrl({ invite: '' })}>
        <InviteForm close={() => setUrl({ invite: '' })} />
      </SideDrawer>
      <SideDrawer title={changed?.name ?? ''} isOpen={changed !== null} close={() => setChanged(null)}>
        {changed !== null && <ChangePerson key={changed.id} person={changed} close={() => setChanged(null)} />}
      </SideDrawer>
      <RemovePerson person={removed} close={() => setRemoved(null)} />
    </>
  )
}

function InviteForm({ close }: { readonly close: () => void }) {
  const draft = userForm.useDraft('user-new', {})
  const write = useWrite({
    send: (body: Records['UserInput'], headers) => api.POST('/portal/v1/users', { body, headers }),
    refreshes: [['users']],
    onDone: ({ data }) => {
      draft.clear()
      close()
      showNotice(`${data.name} invited. The emailed link is valid for ${formatDurationInWords(invitationLifeMs)}.`)
    },
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Invite">
      <userForm.Text at="name" label="Name" isFocused />
      <userForm.Text at="email" label="Email address" type="email" />
      <userForm.Text at="phone" label="Mobile number" help="Receives booking requests by SMS." type="tel" />
      <userForm.Cards at="role" label="Role" cards={roleCards} />
    </OfficeForm>
  )
}

function ChangePerson({ person, close }: { readonly person: OfficePerson; readonly close: () => void }) {
  const draft = userForm.useDraft(null, { role: person.role, phone: person.phone })
  const write = useWrite({
    send: (body: Records['UserPatch'], headers) =>
      api.PATCH('/portal/v1/users/{id}', { params: { path: { id: person.id } }, body, headers }),
    refreshes: [['users'], ['session']],
    onDone: () => {
      close()
      showNotice('Saved.')
    },
  })
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button="Save"
      actions={{ team: close }}
    >
      <userForm.Cards at="role" label="Role" cards={roleCards} />
      <userForm.Text at="phone" label="Mobile number" type="tel" />
    </OfficeForm>
  )
}

function RemovePerson({ person, close }: { readonly person: OfficePerson | null; readonly close: () => void }) {
  const [isRevoking, setRevoking] = useState(false)
  const keys = useOfficeKeys().data?.data.filter(({ revoked_at }) => revoked_at === null) ?? []
  const minted = keys.filter(({ minted_by }) => minted_by?.id === person?.id)
  const write = useWrite({
    send: (id: number, headers) =>
      api.DELETE('/portal/v1/users/{id}', {
        params: { path: { id }, query: { keys: isRevoking ? 'revoke' : 'stay' } },
        headers,
      }),
    refreshes: [['users'], ['keys'], ['webhooks']],
    onDone: () => {
      leave()
      showNotice('Removed and signed out everywhere.')
    },
  })
  const leave = () => {
    write.forget()
    setRevoking(false)
    close()
  }
  return (
    <ConfirmDialog
      title={`Remove ${person?.name ?? ''}?`}
      isOpen={person !== null}
      close={leave}
      button="Remove person"
      isDangerous
      confirm={() => person !== null && void write.run(person.id)}
      isBusy={write.isBusy}
      failure={write.failure}
      actions={{ team: leave }}
    >
      <p>This person will be signed out on every device. Webhooks created on those devices will stop.</p>
      <p>
        {minted.length > 0
          ? `API keys created by this person still work: ${minted.map(({ name }) => name).join(', ')}.`
          : 'API keys still work.'}
        {keys.some(({ minted_by }) => minted_by === null) && ' Some keys have no known creator. Check API keys.'}
      </p>
      {minted.length > 0 && (
        <Checkbox
          label={minted.length === 1 ? 'Revoke this key as well' : `Revoke these ${minted.length} keys as well`}
          checked={isRevoking}
          onChange={({ currentTarget: { checked } }) => setRevoking(checked)}
        />
      )}
    </ConfirmDialog>
  )
}
