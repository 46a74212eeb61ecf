import { Button } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../../domain/spoken.ts'
import { spokenWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { failureWords } from '../api/refused.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { TextField } from '../form/fields.tsx'
import { Form, GroupError } from '../form/form.tsx'
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
  { code: 'job.offered', label: 'A job is offered' },
  { code: 'booking.confirmed', label: 'A trip is booked' },
] as const

type EventCode = (typeof events)[number]['code']

/** A subscription as typed. */
type TypedHook = { readonly label: string; readonly url: string; readonly events: readonly EventCode[] }

const empty: TypedHook = { label: '', url: '', events: ['job.offered', 'booking.confirmed'] }

/** The page of webhooks (`/portal/settings/webhooks`): which programs are told, and how that goes. */
export function WebhookSettings() {
  const [{ add, hook }, setUrl] = useUrlState(defaults)
  const query = useHooks()
  const [replaced, setReplaced] = useState<Hook | null>(null)
  const [removed, setRemoved] = useState<Hook | null>(null)
  const addButton = <Button onClick={() => setUrl({ add: '1' })}>Subscribe</Button>
  return (
    <>
      <PageHead title="Webhooks" />
      <ListStates
        query={query}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <>
            <p>No program is told. A webhook calls your own software when a job is offered or a trip is booked.</p>
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
                  <Badge tone={one.status === 'active' ? 'good' : 'wrong'}>{spokenWord(one.status)}</Badge>
                </header>
                <p className="hook-url">{one.endpoint_url}</p>
                {one.status === 'parked' && (
                  <div className="failed" role="alert">
                    <p>
                      Parked{' '}
                      {one.parked_at !== null && (
                        <>
                          since <Moment at={one.parked_at} />
                        </>
                      )}
                      :{' '}
                      {one.parked_reason === 'credential_revoked'
                        ? 'the key it was made with is gone.'
                        : `${counted(one.consecutive_failures, 'delivery', 'deliveries')} failed in a row.`}{' '}
                      {one.skipped_since_parked > 0 && `${counted(one.skipped_since_parked, 'event')} went untold since. `}
                      Once the receiver works, delete it and subscribe again; it gets a new secret.
                    </p>
                    <Button size="xs" variant="default" onClick={() => setReplaced(one)}>
                      Delete and subscribe again
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
                    {hook === String(one.id) ? 'Close the log' : 'Open the log'}
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
        title={replaced === null ? 'Subscribe' : `Replace ${replaced.label}`}
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

/** A new subscription, in the place of another one where there is one: that goes once the new one is there. */
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
          {made.label} is told from now on. This secret is shown once: your program checks with it that a call comes from here.
          How it does that stands below the list, in four languages.
        </p>
        <Copyable label="Secret" text={made.secret} />
        {remove.failure !== null && <p role="alert">The parked one is still in the list: {failureWords(remove.failure).says}</p>}
      </div>
    )
  }
  return (
    <Form
      write={write}
      submit={() => void write.run({ label: values.label.trim(), endpoint_url: values.url.trim(), events: [...values.events] })}
      button={replaced === null ? 'Subscribe' : 'Delete and subscribe again'}
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
        help="An https address that your program answers at."
        value={values.url}
        onValue={(url) => set({ url })}
        isRequired
        most={2_000}
      />
      <fieldset className="settings-ticks" data-path="events">
        <legend>Tell it when</legend>
        <GroupError path="events" legend="Tell it when" />
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
    </Form>
  )
}

function RemoveHook({ hook, close }: { readonly hook: Hook | null; readonly close: () => void }) {
  const write = useWrite({
    send: (id: number, headers) => api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } }, headers }),
    refreshes: [['webhooks']],
    onDone: () => {
      close()
      say('Deleted. Nothing more is sent there.')
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${hook?.label ?? ''}?`}
      isOpen={hook !== null}
      close={close}
      button="Delete"
      isDangerous
      confirm={() => hook !== null && void write.run(hook.id)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>What is still waiting for it is dropped, and its log goes with it.</p>
    </ConfirmDialog>
  )
}
