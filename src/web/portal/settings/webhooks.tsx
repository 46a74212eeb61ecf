import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { formatWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { describeFailedCall } from '../api/refused.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextField } from '../form/fields.tsx'
import { GroupError, PortalForm } from '../form/form.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { ListStates } from '../parts/list-states.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead, PrimaryBar } from '../parts/page-head.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { Copyable } from './copyable.tsx'
import { DeliveryLog, HealthStrip } from './deliveries.tsx'
import { type Hook, useHooks } from './settings.ts'
import { SignatureCheck } from './signature-check.tsx'
import './settings.css'

const defaults = { add: '', hook: '', page: '1' }

const events = [
  { code: 'job.offered', label: 'New job' },
  { code: 'booking.confirmed', label: 'Confirmed booking' },
] as const

type EventCode = (typeof events)[number]['code']

/** The typed values of a webhook. */
type TypedHook = { readonly label: string; readonly url: string; readonly events: readonly EventCode[] }

const empty: TypedHook = { label: '', url: '', events: ['job.offered', 'booking.confirmed'] }

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
              <section key={one.id} className="hook" aria-label={one.label}>
                <header>
                  <h2>{one.label}</h2>
                  <Badge tone={one.status === 'active' ? 'good' : 'wrong'}>
                    {one.status === 'parked' ? 'Stopped' : formatWord(one.status)}
                  </Badge>
                </header>
                <p className="hook-url">{one.endpoint_url}</p>
                {one.status === 'parked' && (
                  <div className="failed" role="alert">
                    <p>
                      Stopped{' '}
                      {one.parked_at !== null && (
                        <>
                          since <Moment at={one.parked_at} />
                        </>
                      )}
                      :{' '}
                      {one.parked_reason === 'credential_revoked'
                        ? 'the key or device that created it no longer works.'
                        : `${formatCount(one.consecutive_failures, 'consecutive delivery', 'consecutive deliveries')} failed.`}{' '}
                      {one.skipped_since_parked > 0 && `${formatCount(one.skipped_since_parked, 'event')} not sent since. `}
                      {one.parked_reason !== 'credential_revoked' && 'Fix the receiver. '}
                      Replace the webhook to receive events again. It gets a new secret.
                    </p>
                    <Button size="xs" variant="default" onClick={() => setReplaced(one)}>
                      Replace webhook
                    </Button>
                  </div>
                )}
                <HealthStrip hook={one} />
                <div className="hook-actions">
                  <Button
                    variant="default"
                    size="xs"
                    onClick={() => setUrl({ hook: hook === String(one.id) ? '' : String(one.id), page: '1' })}
                  >
                    {hook === String(one.id) ? 'Hide log' : 'Show log'}
                  </Button>
                  <Button variant="default" size="xs" onClick={() => setRemoved(one)}>
                    Delete
                  </Button>
                </div>
                {hook === String(one.id) && <DeliveryLog hook={one} />}
              </section>
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

/** The form of a new webhook. It can replace another one, which is deleted after the new one exists. */
function SubscribeForm({ replaced }: { readonly replaced: Hook | null }) {
  const draft = useDraft<TypedHook>(
    null,
    replaced === null ? empty : { label: replaced.label, url: replaced.endpoint_url, events: replaced.events as EventCode[] },
  )
  const [made, setMade] = useState<Records['NewWebhook'] | null>(null)
  const { values, set } = draft
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
    <PortalForm
      write={write}
      submit={() => void write.run({ label: values.label.trim(), endpoint_url: values.url.trim(), events: [...values.events] })}
      button={replaced === null ? 'Add webhook' : 'Replace webhook'}
      faults={{ events: values.events.length === 0 ? 'Choose at least one.' : null }}
    >
      <TextField
        path="label"
        label="Name"
        value={values.label}
        onValue={(label) => set({ label })}
        isRequired
        isFocused
        most={80}
      />
      <TextField
        path="endpoint_url"
        label="Address"
        help="An https address of your program."
        value={values.url}
        onValue={(url) => set({ url })}
        isRequired
        most={2_000}
      />
      <fieldset className="settings-ticks" data-path="events">
        <legend>Events</legend>
        <GroupError path="events" legend="Events" />
        {events.map(({ code, label }) => (
          <label key={code}>
            <input
              type="checkbox"
              checked={values.events.includes(code)}
              onChange={({ currentTarget: { checked } }) =>
                set({ events: checked ? [...values.events, code] : values.events.filter((one) => one !== code) })
              }
            />
            {label}
          </label>
        ))}
      </fieldset>
    </PortalForm>
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
