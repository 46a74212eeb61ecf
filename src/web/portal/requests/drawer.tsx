import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { spokenInstant } from '../../plain/moment.ts'
import { spokenMoney } from '../../plain/money.ts'
import { counted, spokenWord } from '../../plain/words.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextAreaField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { freeFor } from '../jobs/free.ts'
import { type InboxJob, type SentQuote, useTaken } from '../jobs/jobs.ts'
import { Countdown } from '../parts/countdown.tsx'
import { Facts } from '../parts/facts.tsx'
import { LocalTime, Moment } from '../parts/moment.tsx'
import { Money } from '../parts/money.tsx'
import { useNow } from '../parts/now.ts'
import { SideDrawer } from '../parts/side-drawer.tsx'

/** A customer wants to book what was quoted as likely: taken at the price of the quote, or turned down with a reason they read. */
export function RequestDrawer(props: { readonly job: InboxJob; readonly isOpen: boolean; readonly close: () => void }) {
  const { job, isOpen, close } = props
  const quote = job.my_quote
  return (
    <SideDrawer title="They want to book" isOpen={isOpen} close={close}>
      {quote?.booking_request && job.status === 'booking_requested' ? (
        <BookingRequest job={job} quote={quote} request={quote.booking_request} close={close} />
      ) : (
        <p>Nobody waits for an answer here any more.</p>
      )}
    </SideDrawer>
  )
}

type Request = NonNullable<SentQuote['booking_request']>

function BookingRequest(props: {
  readonly job: InboxJob
  readonly quote: SentQuote
  readonly request: Request
  readonly close: () => void
}) {
  const { job, quote, request, close } = props
  const [isTurningDown, setTurningDown] = useState(false)
  return (
    <>
      <Facts
        facts={[
          ['Trip', job.summary],
          ['When', <LocalTime key="when" at={job.departs_at} until={job.returns_at ?? job.ends_at} />],
          ['Price', <Money key="price" amount={quote.price_amount} currency={quote.currency_code} />],
          ['Coaches', quote.vehicles.map(({ type, count }) => `${count > 1 ? `${count} × ` : ''}${spokenWord(type)}`).join(', ')],
          ['Asked', <Moment key="asked" at={request.requested_at} isRelative />],
          [
            'Answer by',
            <span key="by">
              <Moment at={request.respond_by} /> <Countdown until={request.respond_by} />
            </span>,
          ],
          ['Card', spokenWord(request.payment_status)],
          ['Free then', <WhoIsFree key="free" job={job} />],
        ]}
      />
      {isTurningDown ? (
        <TurnDown job={job} back={() => setTurningDown(false)} close={close} />
      ) : (
        <Accept job={job} quote={quote} request={request} turnDown={() => setTurningDown(true)} />
      )}
    </>
  )
}

/** Which coaches and how many drivers are not taken at that time. */
function WhoIsFree({ job }: { readonly job: InboxJob }) {
  const { data } = useTaken()
  const free = data && freeFor(data.data, job, Number.POSITIVE_INFINITY)
  if (!free) return 'Not known'
  const plates = free.coaches.slice(0, 5).map(({ registration }) => registration)
  return (
    <>
      {plates.length === 0 ? 'No coach' : `${plates.join(', ')}${free.coaches.length > 5 ? ' and more' : ''}`}
      <span className="second-line">
        {free.crew.length === 0 ? 'no driver' : counted(free.crew.length, 'driver')}
        {free.crew.length > 0 &&
          `: ${free.crew
            .slice(0, 4)
            .map(({ name }) => name)
            .join(', ')}`}
      </span>
    </>
  )
}

function Accept(props: {
  readonly job: InboxJob
  readonly quote: SentQuote
  readonly request: Request
  readonly turnDown: () => void
}) {
  const { job, quote, request } = props
  const [, navigate] = useLocation()
  const now = useNow(60_000)
  const write = useWrite({
    send: (_: null, headers) =>
      api.POST('/api/v1/jobs/{ref}/confirm-booking-request', { params: { path: { ref: job.ref } }, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary']],
    onDone: ({ data }) => {
      if (data.booking_ref === null) return say('Accepted. It is booked when the money is here.')
      say(`${job.ref} is booked.`)
      navigate(`/bookings/${data.booking_ref}?assign=1`)
    },
  })
  const isDeclined = write.failure?.code === 'deposit_charge_failed'
  return (
    <Form
      write={isDeclined ? { isBusy: write.isBusy, failure: null } : write}
      submit={() => void write.run(null)}
      button={`Accept, charge ${spokenMoney(quote.deposit_amount, quote.currency_code)}`}
      others={
        <Button variant="default" onClick={props.turnDown}>
          Turn down
        </Button>
      }
    >
      {isDeclined && (
        <p role="alert" className="failed">
          The card was declined. We have written to the customer; they have until{' '}
          {spokenInstant(request.respond_by, job.timezone, now)}.
        </p>
      )}
      <p className="second-line">
        The deposit is taken from the saved card now, and the trip is yours. You give it a coach and a driver next.
      </p>
    </Form>
  )
}

const reasonCodes = [
  'vehicle_unavailable',
  'driver_unavailable',
  'driver_hours',
  'price_changed',
  'itinerary',
  'other',
] as const satisfies readonly NonNullable<Records['RejectInput']['reason_code']>[]

const sentences = [
  { code: 'vehicle_unavailable', text: 'I am sorry, the coach has gone to another group since we wrote to you.' },
  { code: 'driver_unavailable', text: 'I am sorry, we have no driver free on that day any more.' },
  { code: 'driver_hours', text: 'I am sorry, the day is longer than our driver may legally work.' },
  { code: 'price_changed', text: 'I am sorry, we can no longer do it at that price. Please ask us again.' },
] as const

function TurnDown(props: { readonly job: InboxJob; readonly back: () => void; readonly close: () => void }) {
  const { job } = props
  const draft = useDraft(`reject-${job.ref}`, { reason: '', code: null as (typeof reasonCodes)[number] | null })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['RejectInput'], headers) =>
      api.POST('/api/v1/jobs/{ref}/reject-booking-request', { params: { path: { ref: job.ref } }, body, headers }),
    refreshes: [['jobs']],
    onDone: () => {
      draft.clear()
      props.close()
      say('Turned down. The customer reads your reason.')
    },
  })
  return (
    <Form
      write={write}
      submit={() => void write.run({ reason: values.reason.trim(), reason_code: values.code })}
      button="Turn down"
      others={
        <Button variant="default" onClick={props.back}>
          Back
        </Button>
      }
    >
      <ul className="request-sentences" aria-label="Sentences ready to use">
        {sentences.map(({ code, text }) => (
          <li key={code}>
            <button type="button" onClick={() => set({ reason: text, code })}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <TextAreaField
        path="reason"
        label="The customer reads this"
        value={values.reason}
        onValue={(reason) => set({ reason })}
        isRequired
        isFocused
        least={3}
        most={500}
      />
      <ChoiceField
        path="reason_code"
        label="For your numbers"
        value={values.code}
        onValue={(code) => set({ code })}
        choices={reasonCodes.map((value) => ({ value, label: spokenWord(value) }))}
        isClearable
      />
    </Form>
  )
}
