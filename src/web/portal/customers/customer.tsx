import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { api, type Records } from '../../office/api/client.ts'
import { toFailure } from '../../office/api/failure.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { OfficeForm } from '../../office/form/form.tsx'
import { AddressLines } from '../../office/parts/address-lines.tsx'
import { ConfirmDialog } from '../../office/parts/confirm-dialog.tsx'
import { FactTable, FoldableSection } from '../../office/parts/facts.tsx'
import { MailLink, PhoneLink } from '../../office/parts/links.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import '../roster/roster.css'
import { NotFound } from '../../office/shell/not-found.tsx'
import { CustomerFields, customerForm } from './customer-fields.tsx'
import { type OwnCustomer, useCustomer } from './customers.ts'

/** The page of one customer (`/portal/customers/…`). */
export function CustomerPage() {
  const { id = '' } = useParams<{ id: string }>()
  const query = useCustomer(Number(id))
  if (query.error !== null && toFailure(query.error).status === 404) return <NotFound />
  return <ReadStates query={query}>{(customer) => <Customer key={customer.id} customer={customer} />}</ReadStates>
}

function Customer({ customer }: { readonly customer: OwnCustomer }) {
  const { can } = useSession()
  const [isDeleting, setDeleting] = useState(false)
  const { name, organisation, phone, email, address, account, notes } = customer
  return (
    <>
      <PageHead
        title={organisation ?? name}
        beside={
          can('quotes:write') && (
            <Button variant="default" size="sm" onClick={() => setDeleting(true)}>
              Delete customer
            </Button>
          )
        }
      />
      <div className="roster-page">
        <div>
          <FactTable
            facts={[
              ['Name', name],
              ['Phone', phone && <PhoneLink key="phone" phone={phone} name={name} />],
              ['Email', email && <MailLink key="email" email={email} />],
              ['Invoice address', address && <AddressLines key="address" address={address} />],
              ['Account', account && `pays within ${account.terms_days} days of the invoice`],
              ['Notes', notes],
              [
                'Trips',
                <Link key="trips" href={`/search?q=${encodeURIComponent((organisation ?? name).slice(0, 80))}`}>
                  Find trips
                </Link>,
              ],
            ]}
          />
        </div>
        {can('quotes:write') && (
          <FoldableSection title="Details">
            <EditCustomer key={customer.updated_at} customer={customer} />
          </FoldableSection>
        )}
      </div>
      <DeleteCustomer customer={customer} isOpen={isDeleting} close={() => setDeleting(false)} />
    </>
  )
}

function EditCustomer({ customer }: { readonly customer: OwnCustomer }) {
  const draft = customerForm.useDraft(null, customer)
  const write = useWrite({
    send: (body: Records['OwnCustomerPatch'], headers) =>
      api.PATCH('/portal/v1/customers/{id}', { params: { path: { id: customer.id } }, body, headers }),
    refreshes: [['customers']],
    onDone: () => showNotice('Saved.'),
  })
  return (
    <OfficeForm write={write} draft={draft} submit={() => void write.run(draft.buildBody())} button="Save">
      <CustomerFields draft={draft} />
    </OfficeForm>
  )
}

function DeleteCustomer(props: { readonly customer: OwnCustomer; readonly isOpen: boolean; readonly close: () => void }) {
  const { customer, isOpen, close } = props
  const [, navigate] = useLocation()
  const write = useWrite({
    send: (_: null, headers) => api.DELETE('/portal/v1/customers/{id}', { params: { path: { id: customer.id } }, headers }),
    // The deleted customer itself is not read again.
    refreshes: [
      ['customers', 'page'],
      ['customers', 'last'],
      ['customers', 'on-account'],
    ],
    onDone: () => {
      navigate('/customers')
      showNotice('Customer deleted.')
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${customer.organisation ?? customer.name}?`}
      isOpen={isOpen}
      close={close}
      button="Delete customer"
      isDangerous
      confirm={() => void write.run(null)}
      isBusy={write.isBusy}
      failure={write.failure}
    >
      <p>
        This deletes the name, phone, email, address and notes, also from past trips. You cannot undo this. Trips, payments and
        invoices stay on record.
      </p>
    </ConfirmDialog>
  )
}
