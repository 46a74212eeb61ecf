import { useState } from 'react'
import { partsOf } from '../../plain/quote-words.ts'
import { refusalWords } from '../../plain/refusal-words.ts'
import { depositWords } from '../../plain/request-words.ts'
import { endOf } from '../../plain/trip-end.ts'
import { hasSaidYes } from '../../plain/words.ts'
import type { InboxJob, SentQuote } from '../jobs/jobs.ts'
import { useQuoteReader } from '../jobs/quote-versions.tsx'
import { WarningList } from '../jobs/quote-warnings.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { Accept, type Request } from './accept.tsx'
import { RespondBar } from './respond-bar.tsx'
import { TurnDown } from './turn-down.tsx'
import { WhoCould } from './who-could.tsx'

/** A customer wants to book what was quoted as likely: taken at the price of the quote, or turned down with a reason they read. */
export function RequestDrawer(props: { readonly job: InboxJob; readonly isOpen: boolean; readonly close: () => void }) {
  const { job, isOpen, close } = props
  const quote = job.my_quote
  const isYes = quote?.booking_request ? hasSaidYes(quote.booking_request) : false
  return (
    <SideDrawer title={isYes ? 'You said yes' : 'They want to book'} isOpen={isOpen} close={close}>
      {quote?.booking_request && job.status === 'booking_requested' ? (
        <BookingRequest job={job} quote={quote} request={quote.booking_request} close={close} />
      ) : (
        <p>{refusalWords('office', 'no_booking_request')?.says}</p>
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
  const [isTurningDown, setTurningDown] = useState(false)
  return (
    <>
      <Facts
        facts={[
          ['Trip', job.summary],
          ['When', <LocalTime key="when" at={job.departs_at} until={endOf(job)} />],
          ['Asked', <Moment key="asked" at={request.requested_at} isRelative />],
          [hasSaidYes(request) ? 'Waits until' : 'Answer by', <RespondBar key="by" request={request} />],
          ['Payment', depositWords({ ...quote, ...request })],
          ['Clashes', <Clashes key="clashes" quote={quote} />],
        ]}
      />
      <WhoCould job={job} quote={quote} />
      <div className="request-quote">
        <Section title={`Your quote as sent, version ${quote.revision}`}>
          <Facts facts={partsOf(quote, reader).map(({ name, says }) => [name, says] as const)} />
        </Section>
      </div>
      {isTurningDown ? (
        <TurnDown job={job} back={() => setTurningDown(false)} close={close} />
      ) : (
        <Accept job={job} quote={quote} request={request} turnDown={() => setTurningDown(true)} close={close} />
      )}
    </>
  )
}

/** Warnings against the quote now: its coaches are somewhere else, or the hours want another driver. */
function Clashes({ quote }: { readonly quote: SentQuote }) {
  if (quote.warnings.length > 0) return <WarningList warnings={quote.warnings} />
  const isNamed = quote.vehicles.some(({ vehicle_id }) => vehicle_id !== null)
  return isNamed ? 'None' : 'None to look for: your quote names no coach of the fleet'
}
