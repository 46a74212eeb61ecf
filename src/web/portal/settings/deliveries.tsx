import { formatCount } from '../../../domain/spoken.ts'
import { ListStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Pager } from '../../office/parts/pager.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { useUrlState } from '../../office/parts/url-state.ts'
import { formatWord, type Tone } from '../../plain/words.ts'
import { type Hook, type HookDelivery, useHookDeliveries } from './settings.ts'

const tones: Readonly<Record<string, Tone>> = { delivered: 'good', pending: 'waiting', failed: 'wrong', abandoned: 'wrong' }

const stripLength = 50

/** The last fifty deliveries as marks, and the number of successful ones in words. */
export function HealthStrip({ hook }: { readonly hook: Hook }) {
  const { data } = useHookDeliveries(hook.id, 1, stripLength)
  const last = data?.data ?? []
  if (last.length === 0) return <p className="second-line">No deliveries yet.</p>
  const arrived = last.filter(({ status }) => status === 'delivered').length
  return (
    <p className="hook-health">
      <span className="hook-strip" role="img" aria-label={`${arrived} of the last ${last.length} delivered`}>
        {last.toReversed().map(({ id, status }) => (
          <span key={id} data-tone={tones[status] ?? 'plain'} title={formatWord(status)} />
        ))}
      </span>
      <span className="second-line">
        {arrived} of the last {last.length} delivered
        {hook.last_delivery_at !== null && (
          <>
            , last success <Moment at={hook.last_delivery_at} isRelative />
          </>
        )}
      </span>
    </p>
  )
}

const defaults = { page: '1' }

/** The log of a webhook: deliveries with answers, next attempts and payloads. */
export function DeliveryLog({ hook }: { readonly hook: Hook }) {
  const [{ page }] = useUrlState(defaults)
  const query = useHookDeliveries(hook.id, Number(page), 25)
  return (
    <ListStates query={query} isEmpty={({ data }) => data.length === 0} empty={<p>No deliveries yet.</p>}>
      {({ data, meta }) => (
        <>
          <ul className="hook-log">
            {data.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryLine delivery={delivery} />
              </li>
            ))}
          </ul>
          <Pager meta={meta} />
        </>
      )}
    </ListStates>
  )
}

function DeliveryLine({ delivery }: { readonly delivery: HookDelivery }) {
  return (
    <details>
      <summary>
        <Badge tone={tones[delivery.status] ?? 'plain'}>{formatWord(delivery.status)}</Badge> {delivery.event}{' '}
        <Moment at={delivery.occurred_at} />
        {delivery.next_attempt_at !== null && (
          <span className="second-line">
            next attempt <Moment at={delivery.next_attempt_at} isRelative />
          </span>
        )}
      </summary>
      <ol>
        {delivery.attempts.map(({ number, attempted_at, response_status, error, duration_ms }) => (
          <li key={number}>
            <Moment at={attempted_at} />:{' '}
            {response_status === null ? formatWord(error ?? 'no answer') : `response ${response_status}`}, {duration_ms} ms
          </li>
        ))}
      </ol>
      {delivery.attempt_count > delivery.attempts.length && (
        <p className="second-line">{formatCount(delivery.attempt_count, 'attempt')} in total.</p>
      )}
      <pre>{JSON.stringify(delivery.payload, null, 2)}</pre>
    </details>
  )
}
