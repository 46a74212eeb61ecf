import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { answerOf, api, type Records } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { CustomerLinkDrawer } from '../bookings/customer-link.tsx'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { Agreement } from '../new-booking/agreement.tsx'
import { agreementBody, emptyAgreement } from '../new-booking/typed-booking.ts'
import { Facts } from '../parts/facts.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { Money } from '../parts/money.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { closedBecause, isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

type OwnTrip = Records['OwnTrip']

/**
 * The customer behind a job, where the operator entered it for those who rang. For somebody else's job, a line on why
 * there is no name.
 */
export function WhoAsks({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  if (!job.own_trip) return <p className="second-line">You see who asks when the trip is yours.</p>
  return can('bookings:read') ? <OwnTripPart job={job} /> : null
}

function OwnTripPart({ job }: { readonly job: InboxJob }) {
  const { ref } = job
  const query = useQuery({
    queryKey: ['trips', 'own', ref],
    queryFn: ({ signal }) => answerOf(api.GET('/portal/v1/trips/{ref}', { params: { path: { ref } }, signal })),
  })
  return <ReadStates query={query}>{({ data }) => <WhoRang job={job} trip={data} />}</ReadStates>
}

/**
 * The part of a job about the person who rang: name and number, their link, and booking what they were quoted once they
 * say yes.
 */
function WhoRang({ job, trip }: { readonly job: InboxJob; readonly trip: OwnTrip }) {
  const { can } = useSession()
  const [opened, setOpened] = useState<'link' | 'book' | null>(null)
  const isOffline = useLostAt() !== null
  const { name, organisation, phone, email } = trip.customer
  const quote = job.my_quote
  const close = () => setOpened(null)
  return (
    <section className="job-own" aria-label="Who rang">
      <Facts
        facts={[
          ['Who rang', [name, organisation].filter(Boolean).join(', ')],
          ['Number', phone && <PhoneLink key="phone" phone={phone} name={name} />],
          ['E-mail', email && <MailLink key="email" email={email} />],
        ]}
      />
      {can('quotes:write') && closedBecause(job) === null && (
        <div className="form-buttons">
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpened('link')}>
            Customer's link
          </Button>
          {isQuoteLive(quote) && quote.locked_until === null && (
            <Button size="sm" disabled={isOffline} onClick={() => setOpened('book')}>
              They say yes
            </Button>
          )}
        </div>
      )}
      <CustomerLinkDrawer trip={trip} isOpen={opened === 'link'} close={close} />
      <SideDrawer title="Book it" isOpen={opened === 'book'} close={close}>
        {isQuoteLive(quote) && <BookOnWord trip={trip} quote={quote} />}
      </SideDrawer>
    </section>
  )
}

function BookOnWord({ trip, quote }: { readonly trip: OwnTrip; readonly quote: SentQuote }) {
  const [, navigate] = useLocation()
  const draft = useDraft(`agreed-${trip.ref}`, emptyAgreement)
  const write = useWrite({
    send: (body: Records['AgreedBookingInput'], headers) =>
      api.POST('/portal/v1/jobs/{ref}/book', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['availability'], ['trips']],
    onDone: () => {
      draft.clear()
      say(`Booked: ${trip.ref}.`)
      navigate(`/bookings/${trip.ref}?assign=1`)
    },
  })
  const submit = () => {
    const agreed = agreementBody(draft.values)
    if (agreed !== null) void write.run({ quote_id: quote.id, ...agreed })
  }
  return (
    <Form write={write} submit={submit} button="Book it">
      <p>
        {trip.customer.name} takes your quote of <Money amount={quote.price_amount} currency={quote.currency_code} />.
      </p>
      <Agreement path="" customerId={trip.customer_id} typed={draft.values} set={draft.set} />
    </Form>
  )
}
