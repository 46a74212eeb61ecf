import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, type Records } from '../api/client.ts'
import { useLostAt } from '../api/connection.ts'
import { say } from '../api/news.ts'
import { mostRows, rowsOf } from '../api/rows.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { CustomerLinkDrawer } from '../bookings/customer-link.tsx'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { Agreement } from '../new-booking/agreement.tsx'
import { agreementBody, emptyAgreement } from '../new-booking/typed-booking.ts'
import { Facts } from '../parts/facts.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { Money } from '../parts/money.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { isQuoteLive } from './job-words.ts'
import type { InboxJob, SentQuote } from './jobs.ts'

type OwnTrip = Records['OwnTrip']

/**
 * The trip behind a job that the operator entered for somebody on the telephone; null for the job of somebody else. A job does not tell
 * whose it is: those that are still open are read once for all jobs.
 */
export function useOwnTrip(ref: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: ['trips', 'own'],
    queryFn: ({ signal }) => readOpen(signal),
    enabled: can('bookings:read'),
    select: (trips) => trips.find((trip) => trip.ref === ref) ?? null,
  })
}

function readOpen(signal: AbortSignal): Promise<readonly OwnTrip[]> {
  const read = (page: number) =>
    api.GET('/portal/v1/trips', { params: { query: { status: 'open', page, per_page: mostRows } }, signal })
  return Array.fromAsync(rowsOf(read))
}

/** Who rang, their link, and booking what they were quoted as soon as they say yes. */
export function OwnTripPart({ job, trip }: { readonly job: InboxJob; readonly trip: OwnTrip }) {
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
      {can('quotes:write') && (
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
