import { spokenMoney } from '../../plain/money.ts'
import type { Records } from '../api/client.ts'
import { Moment } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'

/**
 * Notes on money that moved after the backup that was restored. Those who look after the server say when it is settled.
 * Nothing where there is none of it.
 */
export function UnknownNotes({ unknown }: { readonly unknown: Records['MoneyToSettle']['unknown'] }) {
  if (unknown.length === 0) return null
  return (
    <ul className="money-notes" aria-label="Not in the books">
      {unknown.map(({ ref, kind, provider_ref, amount, currency_code, made_at }) => (
        <li key={provider_ref}>
          <span className="money-word">
            <Badge tone="wrong">Unknown</Badge>
          </span>
          <span className="money-says">
            <span className="ref">{ref}</span>: {spokenMoney(amount, currency_code)}{' '}
            {kind === 'charge' ? 'was taken by card' : 'was sent back'} <Moment at={made_at} />, after the backup that was
            restored. Look for <span className="money-name">{provider_ref}</span> at your provider of card payments. Once it is
            settled, have it said on the server: <code>charabanc payments settle-unknown</code>.
          </span>
        </li>
      ))}
    </ul>
  )
}
