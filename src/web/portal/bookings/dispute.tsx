import { Link } from 'wouter'
import { disputeFacts } from '../../plain/dispute-facts.ts'
import { disputeWords, isWithBank } from '../../plain/dispute-words.ts'
import { spokenMoney } from '../../plain/money.ts'
import { useSession } from '../api/session.ts'
import type { PortalBooking } from '../duties/crew.ts'
import type { DisputeOfTrip } from '../money/trip-money.ts'
import { Countdown } from '../parts/countdown.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { Moment } from '../parts/moment.tsx'
import { Badge } from '../parts/state-badge.tsx'
import { useHrefWith } from '../parts/url-state.ts'
import { Copyable } from '../settings/copyable.tsx'
import { eventWord } from '../today/steps.ts'

/**
 * A line at the head of a booking: a bank wants money back, and until when it waits for an answer. Nothing once it has
 * decided.
 */
export function DisputeLine({ booking: { dispute } }: { readonly booking: PortalBooking }) {
  const hrefWith = useHrefWith()
  if (dispute === null || !isWithBank(dispute)) return null
  const { status, amount, currency_code, respond_by } = dispute
  return (
    <p className="booking-dispute" role="status">
      <Badge tone="wrong">Disputed</Badge>
      <span>
        The customer’s bank wants {spokenMoney(amount, currency_code)} back.{' '}
        {status !== 'needs_response' ? (
          'It reads what was answered.'
        ) : respond_by === null ? (
          'Answer it now, or the money is lost.'
        ) : (
          <>
            Answer it by <Moment at={respond_by} />, or the money is lost.
          </>
        )}
      </span>
      <Link href={hrefWith({ tab: 'money' })}>See the dispute</Link>
    </p>
  )
}

/** Every dispute of what was paid for a booking, with what there is to answer it with. */
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
  const { word, tone, reason, says } = disputeWords(dispute, booking.payout !== null)
  const isOpen = isWithBank(dispute)
  const isHeld = isOpen && booking.payout?.status === 'pending'
  const text = disputeFacts(booking, dispute.payment_id, { zone, stepWord: eventWord })
  return (
    <div className="booking-disputed">
      <Section title={`The bank wants ${spokenMoney(amount, currency_code)} back`} isFolded={!isOpen}>
        <div className="booking-money">
          <div className="booking-dispute-part">
            <p>
              <Badge tone={tone}>{word}</Badge> {says} {isHeld && 'Your payout is held until the bank has decided.'}
            </p>
            <Facts
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
                  'Where',
                  page && (
                    <a key="page" className="booking-url" href={page} target="_blank" rel="noopener noreferrer">
                      {page.replace('https://', '')}
                    </a>
                  ),
                ],
              ]}
            />
          </div>
          <Section title="Facts to copy" isFolded={!isOpen}>
            <Copyable label="Facts to copy" text={text} />
          </Section>
        </div>
      </Section>
    </div>
  )
}
