import { formatMoney } from '../../plain/money.ts'
import type { Records } from '../api/client.ts'
import { Moment } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'

/**
 * Notes on card payments that are missing after the restore of a backup. The administrator of the server settles them. Empty
 * without any.
 */
export function UnknownNotes({ unknown }: { readonly unknown: Records['MoneyToSettle']['unknown'] }) {
  if (unknown.length === 0) return null
  return (
    <ul className="list-card money-notes" aria-label="Not in the ledger">
      {unknown.map(({ ref, kind, provider_ref, amount, currency_code, made_at }) => (
        <li key={provider_ref}>
          <span className="money-word">
            <Badge tone="wrong">Unknown</Badge>
          </span>
          <span className="money-says">
            <span className="ref">{ref}</span>: {formatMoney(amount, currency_code)}{' '}
            {kind === 'charge' ? 'was charged' : 'was refunded'} <Moment at={made_at} />, after the restored backup. Find{' '}
            <span className="money-name">{provider_ref}</span> at your card provider. Then run{' '}
            <code>charabanc payments settle-unknown</code> on the server.
          </span>
        </li>
      ))}
    </ul>
  )
}
