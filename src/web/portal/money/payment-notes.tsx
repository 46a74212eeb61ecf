import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { spokenInstant } from '../../plain/moment.ts'
import { paymentWords } from '../../plain/payment-words.ts'
import { useLostAt } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import { useNow } from '../parts/now.ts'
import { Badge } from '../parts/state-badge.tsx'
import { SettleDrawer, type SettledMoney } from './settle.tsx'
import type { NotedPayment } from './trip-money.ts'
import './money.css'

/**
 * Notes on how payments stand, with a button by which somebody says what they saw of one. `about` tells which trip each
 * is for.
 */
export function PaymentNotes(props: {
  readonly label: string
  readonly payments: readonly (NotedPayment & Pick<SettledMoney, 'customer_name'>)[]
  readonly about?: (payment: NotedPayment) => ReactNode
}) {
  const { label, payments, about } = props
  const { can, zone } = useSession()
  const now = useNow(60_000)
  const isOffline = useLostAt() !== null
  const [settled, setSettled] = useState<SettledMoney | null>(null)
  if (payments.length === 0) return null
  return (
    <>
      <ul className="money-notes" aria-label={label}>
        {payments.map((payment) => {
          const { id, kind, expires_at, closed_by } = payment
          const { word, tone, says } = paymentWords(payment, expires_at === null ? '' : spokenInstant(expires_at, zone, now))
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
                  {kind === 'refund' ? 'It has been sent' : 'The money is there'}
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
