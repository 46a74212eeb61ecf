import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { useWrite } from '../../office/api/write.ts'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { Copyable } from '../../office/parts/copyable.tsx'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { PageHead, PrimaryBar } from '../../office/parts/page-head.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord } from '../../plain/words.ts'
import { DeliveryLog, HealthStrip } from './deliveries.tsx'
import { type Hook, useHooks } from './settings.ts'
import { SignatureCheck } from './signature-check.tsx'
import './settings.css'

const defaults = { add: '', hook: '', page: '1' }

const events = [
  { value: 'job.offered', label: 'New job' },
  { value: 'booking.confirmed', label: 'Confirmed booking' },
]

const webhookForm = createForm<Records['WebhookInput']>(readLimits('WebhookInput'))

/** The page of webhooks and their deliveries (`/portal/settings/webhooks`). */
export function WebhookSettings() {
  const [{ add, hook }, setUrl] = useUrlState(defaults)
  const query = useHooks()
  const [replaced, setReplaced] = useState<Hook | null>(null)
  const [removed, setRemoved] = useState<Hook | null>(null)
  const addButton = <Button onClick={() => setUrl({ add: '1' })}>Add webhook</Button>
  return (
    <>
      <PageHead title="Webhooks" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No webhooks yet. A webhook notifies your software of new jobs and bookings.</p>
            {addButton}
          </>
        }
      >
        {({ data }) => (
          <>
            {data.map((one) => (
              <HookCard
                key={one.id}
                hook={one}
                isLogShown={hook === String(one.id)}
                showLog={(isShown) => setUrl({ hook: isShown ? String(one.id) : '', page: '1' })}
                replace={() => setReplaced(one)}
                remove={() => setRemoved(one)}
              />
            ))}
            <SignatureCheck />
            <PrimaryBar>{addButton}</PrimaryBar>
          </>
        )}
      </ListStates>
      <SideDrawer
        title={replaced === null ? 'Add webhook' : `Replace ${replaced.label}`}
        isOpen={add !== '' || replaced !== null}
        close={() => {
          setReplaced(null)
          setUrl({ add: '' })
        }}
      >
        <SubscribeForm key={replaced?.id ?? 0} replaced={replaced} />
      </SideDrawer>
      <RemoveHook hook={removed} close={() => setRemoved(null)} />
    </>
  )
}

function HookCard(props: {
  readonly hook: Hook
  readonly isLogShown: boolean
  readonly showLog: (isShown: boolean) => void
  readonly replace: () => void
  readonly remove: () => void
}) {
  const { hook, isLogShown, showLog, replace, remove } = props
  return (
    <section className="hook" aria-label={hook.label}>
      <header>
        <h2>{hook.label}</h2>
        <Badge tone={hook.status === 'active' ? 'good' : 'wrong'}>
          {hook.status === 'parked' ? 'Stopped' : formatWord(hook.status)}
        </Badge>
      </header>
      <p className="hook-url">{hook.endpoint_url}</p>
      {hook.status === 'parked' && (
        <div className="failed" role="alert">
          <p>
            Stopped{' '}
            {hook.parked_at !== null && (
              <>
                since <Moment at={hook.parked_at} />
              </>
            )}
            :{' '}
            {hook.parked_reason === 'credential_revoked'
              ? 'the key or device that created it no longer works.'
              : `${formatCount(hook.consecutive_failures, 'consecutive delivery', 'consecutive deliveries')} failed.`}{' '}
            {hook.skipped_since_parked > 0 && `${formatCount(hook.skipped_since_parked, 'event')} not sent since. `}
            {hook.parked_reason !== 'credential_revoked' && 'Fix the receiver. '}
            Replace the webhook to receive events again. It gets a new secret.
          </p>
          <Button size="xs" variant="default" onClick={replace}>
            Replace webhook
          </Button>
        </div>
      )}
      <HealthStrip hook={hook} />
      <div className="hook-actions">
        <Button variant="default" size="xs" onClick={() => showLog(!isLogShown)}>
          {isLogShown ? 'Hide log' : 'Show log'}
        </Button>
        <Button variant="default" size="xs" onClick={remove}>
          Delete
        </Button>
      </div>
      {isLogShown && <DeliveryLog hook={hook} />}
    </section>
  )
}

/** The form of a new webhook. It can replace another one, which is deleted after the new one exists. */
function SubscribeForm({ replaced }: { readonly replaced: Hook | null }) {
  const draft = webhookForm.useDraft(null, replaced ?? { events: events.map(({ value }) => value) })
  const [made, setMade] = useState<Records['NewWebhook'] | null>(null)
  const remove = useWrite({
    send: (id: number, headers) => api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } }, headers }),
    refreshes: [['webhooks']],
  })
  const write = useWrite({
    send: (body: Records['WebhookInput'], headers) => api.POST('/api/v1/webhooks', { body, headers }),
    refreshes: [['webhooks']],
    onDone: ({ data }) => {
      setMade(data)
      if (replaced !== null) void remove.run(replaced.id)
    },
  })
  if (made !== null) {
    return (
      <div className="settings-part" role="status">
        <p>
          {made.label} now receives events. This secret is shown only once. Your program needs the secret to verify calls.
          Examples are below the list.
        </p>
        <Copyable label="Secret" text={made.secret} />
        {remove.failure !== null && (
          <p role="alert">The old webhook was not deleted: {describeFailedCall(remove.failure).says}</p>
        )}
      </div>
    )
  }
  return (
    <OfficeForm
      write={write}
      draft={draft}
      submit={() => void write.run(draft.buildBody())}
      button={replaced === null ? 'Add webhook' : 'Replace webhook'}
      faults={{ events: draft.values.events?.length === 0 ? 'Choose at least one.' : null }}
    >
      <webhookForm.Text at="label" label="Name" isFocused />
      <webhookForm.Text at="endpoint_url" label="Address" help="An https address of your program." />
      <webhookForm.Ticks at="events" label="Events" choices={events} />
    </OfficeForm>
  )
}

function RemoveHook({ hook, close }: { readonly hook: Hook | null; readonly close: () => void }) {
  const write = useWrite({
    send: (id: number, headers) => api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } }, headers }),
    refreshes: [['webhooks']],
    onDone: () => {
      close()
      showNotice('Webhook deleted.')
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${hook?.label ?? ''}?`}
      isOpen={hook !== null}
      close={close}
      button="Delete webhook"
      isDangerous
      confirm={() => hook !== null && void write.run(hook.id)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>This also deletes its log and its pending deliveries.</p>
    </ConfirmDialog>
  )
}
