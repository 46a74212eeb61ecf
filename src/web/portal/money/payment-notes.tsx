import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useLostAt } from '../../office/api/connection.ts'
import { useSession } from '../../office/api/session.ts'
import { useClock } from '../../office/parts/now.ts'
import { Badge } from '../../office/parts/state-badge.tsx'
import { formatInstant } from '../../plain/moment.ts'
import { describePayment } from '../../plain/payment-words.ts'
import { SettleDrawer, type SettledMoney } from './settle.tsx'
import type { NotedPayment } from './trip-money.ts'
import '../../office/money-lists/money.css'

/**
 * Notes on the state of payments, with a button to mark a payment as received or refunded. `about` names the trip of each.
 */
export function PaymentNotes(props: {
  readonly label: string
  readonly payments: readonly (NotedPayment & Pick<SettledMoney, 'customer_name'>)[]
  readonly about?: (payment: NotedPayment) => ReactNode
}) {
  const { label, payments, about } = props
  const { can, zone } = useSession()
  const now = useClock(60_000)
  const isOffline = useLostAt() !== null
  const [settled, setSettled] = useState<SettledMoney | null>(null)
  if (payments.length === 0) return null
  return (
    <>
      <ul className="list-card money-notes" aria-label={label}>
        {payments.map((payment) => {
          const { id, kind, expires_at, closed_by } = payment
          const { word, tone, says } = describePayment(payment, expires_at === null ? '' : formatInstant(expires_at, zone, now))
          return (
            <li key={id}>
              <span className="money-word">
                <Badge tone={tone}>{word}</Badge>
              </span>
              <span className="money-says">
                {about !== undefined && <>{about(payment)} </>}
                {says}
              </span>
              {closed_by !== null && can('bookings:read') && (
                <Button variant="default" size="xs" disabled={isOffline} onClick={() => setSettled(payment)}>
                  {kind === 'refund' ? 'Mark as refunded' : 'Mark as received'}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <SettleDrawer payment={settled} close={() => setSettled(null)} />
    </>
  )
}
