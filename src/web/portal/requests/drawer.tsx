import { useState } from 'react'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { LocalTime, Moment } from '../../office/parts/moment.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { listQuoteParts } from '../../plain/quote-words.ts'
import { describeRefusal } from '../../plain/refusal-words.ts'
import { formatDepositState } from '../../plain/request-words.ts'
import { findShownEnd } from '../../plain/trip-end.ts'
import { hasAcceptedQuote } from '../../plain/words.ts'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'
import { useQuoteReader } from '../jobs/quote-versions.tsx'
import { WarningList } from '../jobs/quote-warnings.tsx'
import { Accept, type Request } from './accept.tsx'
import { DeclineRequest } from './decline-request.tsx'
import { FreeCrew } from './free-crew.tsx'
import { RespondBar } from './respond-bar.tsx'

/** A drawer that answers a booking request: accept it at the quoted price, or decline it with a reason for the customer. */
export function RequestDrawer(props: { readonly job: InboxJob; readonly isOpen: boolean; readonly close: () => void }) {
  const { job, isOpen, close } = props
  const quote = job.my_quote
  const isYes = quote?.booking_request ? hasAcceptedQuote(quote.booking_request) : false
  return (
    <SideDrawer title={isYes ? 'Request accepted' : 'Booking request'} isOpen={isOpen} close={close}>
      {quote?.booking_request && job.status === 'booking_requested' ? (
        <BookingRequest job={job} quote={quote} request={quote.booking_request} close={close} />
      ) : (
        <p>{describeRefusal('office', 'no_booking_request')?.says}</p>
      )}
    </SideDrawer>
  )
}

function BookingRequest(props: {
  readonly job: InboxJob
  readonly quote: SentQuote
  readonly request: Request
  readonly close: () => void
}) {
  const { job, quote, request, close } = props
  const reader = useQuoteReader()
  const [isDeclining, setDeclining] = useState(false)
  return (
    <>
      <FactTable
        facts={[
          ['Trip', job.summary],
          ['Trip time', <LocalTime key="when" at={job.departs_at} until={findShownEnd(job)} />],
          ['Requested', <Moment key="asked" at={request.requested_at} isRelative />],
          [hasAcceptedQuote(request) ? 'Payment due by' : 'Answer by', <RespondBar key="by" request={request} />],
          ['Payment', formatDepositState({ ...quote, ...request })],
          ['Clashes', <Clashes key="clashes" quote={quote} />],
        ]}
      />
      <FreeCrew job={job} quote={quote} />
      <div className="request-quote">
        <FoldableSection title={`Your quote, version ${quote.revision}`}>
          <FactTable facts={listQuoteParts(quote, reader).map(({ name, says }) => [name, says] as const)} />
        </FoldableSection>
      </div>
      {isDeclining ? (
        <DeclineRequest job={job} back={() => setDeclining(false)} close={close} />
      ) : (
        <Accept job={job} quote={quote} request={request} decline={() => setDeclining(true)} close={close} />
      )}
    </>
  )
}

/** Current warnings about the quote, such as a busy vehicle or a missing second driver. */
function Clashes({ quote }: { readonly quote: SentQuote }) {
  if (quote.warnings.length > 0) return <WarningList warnings={quote.warnings} />
  const isNamed = quote.vehicles.some(({ vehicle_id }) => vehicle_id !== null)
  return isNamed ? 'None' : 'None: the quote names no vehicle of the fleet'
}
