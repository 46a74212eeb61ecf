import { Link } from 'wouter'
import { useSession } from '../../office/api/session.ts'
import { Copyable } from '../../office/parts/copyable.tsx'
import { Countdown } from '../../office/parts/countdown.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { useHrefWith } from '../../office/parts/url-state.ts'
import { formatDisputeFacts } from '../../plain/dispute-facts.ts'
import { describeDispute, isWithBank } from '../../plain/dispute-words.ts'
import { formatMoney } from '../../plain/money.ts'
import type { PortalBooking } from '../duties/crew.ts'
import type { DisputeOfTrip } from '../money/trip-money.ts'
import { formatEvent } from '../today/steps.ts'

/**
 * A line at the head of a booking with an open dispute and its deadline. Empty after the bank's decision.
 */
export function DisputeLine({ booking: { dispute } }: { readonly booking: PortalBooking }) {
  const hrefWith = useHrefWith()
  if (dispute === null || !isWithBank(dispute)) return null
  const { status, amount, currency_code, respond_by } = dispute
  return (
    <p className="booking-dispute" role="status">
      <Badge tone="wrong">Disputed</Badge>
      <span>
        The customer’s bank disputes {formatMoney(amount, currency_code)}.{' '}
        {status !== 'needs_response' ? (
          'The bank is reviewing your answer.'
        ) : respond_by === null ? (
          'Answer now, or you lose the money.'
        ) : (
          <>
            Answer by <Moment at={respond_by} />, or you lose the money.
          </>
        )}
      </span>
      <Link href={hrefWith({ tab: 'money' })}>Open dispute</Link>
    </p>
  )
}

/** Every dispute of a booking's payments, with the facts for the answer. */
export function DisputeParts({
  booking,
  disputes,
}: {
  readonly booking: PortalBooking
  readonly disputes: readonly DisputeOfTrip[]
}) {
  return disputes.map((dispute) => <DisputePart key={dispute.id} booking={booking} dispute={dispute} />)
}

function DisputePart({ booking, dispute }: { readonly booking: PortalBooking; readonly dispute: DisputeOfTrip }) {
  const { zone } = useSession()
  const { amount, currency_code, page, respond_by } = dispute
  const { word, tone, reason, says } = describeDispute(dispute, booking.payout !== null)
  const isOpen = isWithBank(dispute)
  const isHeld = isOpen && booking.payout?.status === 'pending'
  const text = formatDisputeFacts(booking, dispute.payment_id, { zone, stepWord: formatEvent })
  return (
    <div className="booking-disputed">
      <FoldableSection title={`Dispute over ${formatMoney(amount, currency_code)}`} isFolded={!isOpen}>
        <div className="booking-money">
          <div className="booking-dispute-part">
            <p>
              <Badge tone={tone}>{word}</Badge> {says} {isHeld && 'Your payout is on hold until the bank decides.'}
            </p>
            <FactTable
              facts={[
                ['Reason', reason],
                [
                  'Answer by',
                  dispute.status === 'needs_response' && respond_by !== null ? (
                    <span key="by" className="booking-contacts">
                      <Moment at={respond_by} />
                      <Countdown until={respond_by} />
                    </span>
                  ) : null,
                ],
                ['Opened', <Moment key="opened" at={dispute.opened_at} />],
                ['Decided', dispute.closed_at && <Moment key="closed" at={dispute.closed_at} />],
                [
                  'Website',
                  page && (
                    <a key="page" className="booking-url" href={page} target="_blank" rel="noopener noreferrer">
                      {page.replace('https://', '')}
                    </a>
                  ),
                ],
              ]}
            />
          </div>
          <FoldableSection title="Facts to copy" isFolded={!isOpen}>
            <Copyable label="Facts to copy" text={text} />
          </FoldableSection>
        </div>
      </FoldableSection>
    </div>
  )
}
