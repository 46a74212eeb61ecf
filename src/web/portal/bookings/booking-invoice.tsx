import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, requireAnswer } from '../../office/api/client.ts'
import { useInvoiceRequest } from '../../office/money-lists/money.ts'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { Moment } from '../../office/parts/moment.tsx'
import { Money } from '../../office/parts/money.tsx'
import { buildPaperAddress, PaperLink } from '../../office/parts/paper-link.tsx'
import { InvoiceState } from '../money/invoice-state.tsx'

/** The invoice of a booking, or the button that creates one. */
export function BookingInvoice({ bookingRef, isOff }: { readonly bookingRef: string; readonly isOff: boolean }) {
  const query = useQuery({
    queryKey: ['money', 'invoices', 'of', bookingRef],
    queryFn: ({ signal }) =>
      requireAnswer(api.GET('/portal/v1/bookings/{ref}/invoice', { params: { path: { ref: bookingRef } }, signal })),
  })
  const requestedAt = useInvoiceRequest(bookingRef).data?.data.requested_at ?? null
  return (
    <FoldableSection title="Invoice">
      <ReadStates query={query}>
        {({ data: { invoice } }) =>
          invoice === null ? (
            <>
              {requestedAt === null ? (
                <p>No invoice yet.</p>
              ) : (
                <p>
                  The customer asked for an invoice on <Moment at={requestedAt} />.
                </p>
              )}
              {!isOff && (
                <Button component={Link} href={`/money?tab=invoices&make=${bookingRef}`} variant="default" size="sm">
                  Create invoice
                </Button>
              )}
            </>
          ) : (
            <>
              <FactTable
                facts={[
                  [
                    'Invoice number',
                    <Link key="number" className="ref" href={`/money?tab=invoices&invoice=${invoice.number}`}>
                      {invoice.number}
                    </Link>,
                  ],
                  ['Status', <InvoiceState key="state" invoice={invoice} />],
                  ['Gross', <Money key="gross" amount={invoice.gross_amount} currency={invoice.currency_code} />],
                ]}
              />
              <PaperLink address={buildPaperAddress(`/invoices/${invoice.number}`)}>Invoice</PaperLink>
            </>
          )
        }
      </ReadStates>
    </FoldableSection>
  )
}
