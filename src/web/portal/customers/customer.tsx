import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { api, type Records } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { AddressLines } from '../parts/address-lines.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Facts, Section } from '../parts/facts.tsx'
import { MailLink, PhoneLink } from '../parts/links.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import '../roster/roster.css'
import { NotFound } from '../shell/not-found.tsx'
import { CustomerFields, customerBodyOf, customerFrom } from './customer-fields.tsx'
import { type OwnCustomer, useCustomer } from './customers.ts'

/** One customer that is kept (`/portal/customers/…`). */
export function CustomerPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useCustomer(Number(id))
  if (query.error !== null && asFailure(query.error).status === 404) return <NotFound />
  return <ReadStates query={query}>{(customer) => <Customer key={customer.id} customer={customer} />}</ReadStates>
}

function Customer({ customer }: { readonly customer: OwnCustomer }) {
  const { can } = useSession()
  const [isForgetting, setForgetting] = useState(false)
  const { name, organisation, phone, email, address, account, notes } = customer
  return (
    <>
      <PageHead
        title={organisation ?? name}
        beside={
          can('quotes:write') && (
            <Button variant="default" size="sm" onClick={() => setForgetting(true)}>
              Forget
            </Button>
          )
        }
      />
      <div className="roster-page">
        <div>
          <Facts
            facts={[
              ['Name', name],
              ['Number', phone && <PhoneLink key="phone" phone={phone} name={name} />],
              ['E-mail', email && <MailLink key="email" email={email} />],
              ['Invoice address', address && <AddressLines key="address" address={address} />],
              ['Account', account && `pays ${account.terms_days} days after the invoice`],
              ['Notes', notes],
              [
                'Trips',
                <Link key="trips" href={`/search?q=${encodeURIComponent((organisation ?? name).slice(0, 80))}`}>
                  Look for them
                </Link>,
              ],
            ]}
          />
        </div>
        {can('quotes:write') && (
          <Section title="Details">
            <EditCustomer key={customer.updated_at} customer={customer} />
          </Section>
        )}
      </div>
      <Forget customer={customer} isOpen={isForgetting} close={() => setForgetting(false)} />
    </>
  )
}

function EditCustomer({ customer }: { readonly customer: OwnCustomer }) {
  const { zone } = useSession()
  const draft = useDraft(null, customerFrom(customer, zone))
  const write = useWrite({
    send: (body: Records['OwnCustomerPatch'], headers) =>
      api.PATCH('/portal/v1/customers/{id}', { params: { path: { id: customer.id } }, body, headers }),
    refreshes: [['customers']],
    onDone: () => say('Saved.'),
  })
  return (
    <Form write={write} submit={() => void write.run(customerBodyOf(draft.values))} button="Save">
      <CustomerFields values={draft.values} set={draft.set} />
    </Form>
  )
}

function Forget(props: { readonly customer: OwnCustomer; readonly isOpen: boolean; readonly close: () => void }) {
  const { customer, isOpen, close } = props
  const [, navigate] = useLocation()
  const write = useWrite({
    send: (_: null, headers) => api.DELETE('/portal/v1/customers/{id}', { params: { path: { id: customer.id } }, headers }),
    // Not the one that is gone.
    refreshes: [
      ['customers', 'page'],
      ['customers', 'last'],
      ['customers', 'on-account'],
    ],
    onDone: () => {
      navigate('/customers')
      say('Forgotten.')
    },
  })
  return (
    <ConfirmDialog
      title={`Forget ${customer.organisation ?? customer.name}?`}
      isOpen={isOpen}
      close={close}
      button="Forget"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        Their name, number, addresses and notes go from everywhere, also from trips that are over, and cannot be brought back.
        What was driven and paid stays, and so do invoices.
      </p>
    </ConfirmDialog>
  )
}
