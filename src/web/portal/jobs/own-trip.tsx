import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records, requireAnswer } from '../../office/api/client.ts'
import { useLostAt } from '../../office/api/connection.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { FactTable } from '../../office/parts/facts.tsx'
import { MailLink, PhoneLink } from '../../office/parts/links.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Money } from '../../office/parts/money.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { formatMoney } from '../../plain/money.ts'
import { CustomerLinkDrawer } from '../bookings/customer-link.tsx'
import { Agreement, agreementForm } from '../new-booking/agreement.tsx'
import { describeClosedJob, isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

type OwnTrip = Records['OwnTrip']

/** The customer of a job that the operator entered for a caller. For a marketplace job, a line on the missing name. */
export function JobCustomer({ job }: { readonly job: InboxJob }) {
  const { can } = useSession()
  if (!job.own_trip) return <p className="second-line">Customer details appear once they book.</p>
  return can('bookings:read') ? <OwnTripPart job={job} /> : null
}

function OwnTripPart({ job }: { readonly job: InboxJob }) {
  const { ref } = job
  const query = useQuery({
    queryKey: ['trips', 'own', ref],
    queryFn: ({ signal }) => requireAnswer(api.GET('/portal/v1/trips/{ref}', { params: { path: { ref } }, signal })),
  })
  return <ReadStates query={query}>{({ data }) => <Caller job={job} trip={data} />}</ReadStates>
}

/**
 * The part of a job about the caller: contact details, customer link, and booking the quote for the customer.
 */
function Caller({ job, trip }: { readonly job: InboxJob; readonly trip: OwnTrip }) {
  const { can } = useSession()
  const [opened, setOpened] = useState<'link' | 'book' | null>(null)
  const isOffline = useLostAt() !== null
  const { name, organisation, phone, email } = trip.customer
  const quote = job.my_quote
  const close = () => setOpened(null)
  return (
    <section className="job-own" aria-label="Caller">
      <FactTable
        facts={[
          ['Caller', [name, organisation].filter(Boolean).join(', ')],
          ['Phone', phone && <PhoneLink key="phone" phone={phone} name={name} />],
          ['Email', email && <MailLink key="email" email={email} />],
        ]}
      />
      {can('quotes:write') && describeClosedJob(job) === null && (
        <div className="form-buttons">
          <Button variant="default" size="sm" disabled={isOffline} onClick={() => setOpened('link')}>
            Customer link
          </Button>
          {isQuoteLive(quote) && quote.locked_until === null && (
            <Button size="sm" disabled={isOffline} onClick={() => setOpened('book')}>
              Book for customer
            </Button>
          )}
        </div>
      )}
      <CustomerLinkDrawer trip={trip} isOpen={opened === 'link'} close={close} />
      <SideDrawer title="Book for customer" isOpen={opened === 'book'} close={close}>
        {isQuoteLive(quote) && <BookForCustomer trip={trip} quote={quote} />}
      </SideDrawer>
    </section>
  )
}

function BookForCustomer({ trip, quote }: { readonly trip: OwnTrip; readonly quote: SentQuote }) {
  const [, navigate] = useLocation()
  const draft = agreementForm.useDraft(`agreed-${trip.ref}`, { agreed_by: 'phone' })
  const write = useWrite({
    send: (body: Records['AgreedBookingInput'], headers) =>
      api.POST('/portal/v1/jobs/{ref}/book', { params: { path: { ref: trip.ref } }, body, headers }),
    refreshes: [['jobs'], ['bookings'], ['diary'], ['availability'], ['trips']],
    onDone: () => {
      draft.clear()
      showNotice(`${trip.ref} booked.`)
      navigate(`/bookings/${trip.ref}?assign=1`)
    },
  })
  const submit = () => void write.run({ quote_id: quote.id, ...draft.buildBody() })
  return (
    <OfficeForm write={write} draft={draft} submit={submit} button="Confirm booking">
      <p>
        {trip.customer.name} accepts your quote of <Money amount={quote.price_amount} currency={quote.currency_code} />.
      </p>
      <Agreement customerId={trip.customer_id} deposit={formatMoney(quote.deposit_amount, quote.currency_code)} />
    </OfficeForm>
  )
}
