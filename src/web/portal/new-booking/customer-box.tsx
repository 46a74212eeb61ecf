import { Button } from '@mantine/core'
import { api } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { useWrite } from '../../office/api/write.ts'
import type { BoundDraft } from '../../office/form/bound-fields.tsx'
import { createForm } from '../../office/form/bound-fields.tsx'
import { FactTable } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { useCustomer } from '../customers/customers.ts'
import { bookingLimits, type PhoneBooking, toCustomer } from './booking-body.ts'
import { type CustomerChoice, useCustomersCalling, useCustomersNamed } from './reads.ts'

/** The form of a booking by phone. */
export const bookingForm = createForm<PhoneBooking>(bookingLimits)

type BoxProps = { readonly draft: BoundDraft<PhoneBooking> }

/**
 * The fields of the caller: a saved customer, found by name or phone number while typing, or a new one.
 */
export function CustomerBox({ draft }: BoxProps) {
  const id = draft.values.customer_id ?? null
  return id === null ? <NewCustomer draft={draft} /> : <KnownCustomer id={id} draft={draft} />
}

function NewCustomer({ draft: { values, set } }: BoxProps) {
  const named = useCustomersNamed(values.customer?.name ?? '')
  const calling = useCustomersCalling(values.customer?.phone ?? '')
  const take = (customerId: number) => set(toCustomer(values, customerId))
  return (
    <>
      <p className="quiet">A phone number or an email address is enough.</p>
      <div className="form-row">
        <bookingForm.Text at="customer.name" label="Name" isRequired={false} />
        <bookingForm.Text at="customer.organisation" label="Organisation" />
      </div>
      <Known label="Same name" found={named} take={take} />
      <div className="form-row">
        <bookingForm.Text at="customer.phone" label="Phone" type="tel" />
        <bookingForm.Text at="customer.email" label="Email" type="email" />
      </div>
      <Known label="Same phone number" found={calling} take={take} />
    </>
  )
}

function Known(props: {
  readonly label: string
  readonly found: readonly CustomerChoice[]
  readonly take: (id: number) => void
}) {
  const keep = useWrite({
    send: (from_ref: string, headers) => api.POST('/portal/v1/customers', { body: { from_ref }, headers }),
    refreshes: [['customers'], ['search']],
    onDone: ({ data }) => {
      showNotice(`${data.name} saved as a customer.`)
      props.take(data.id)
    },
  })
  const choose = (id: number | string) => (typeof id === 'number' ? props.take(id) : void keep.run(id))
  return (
    <div role="status">
      {props.found.length > 0 && (
        <div className="new-known">
          <span className="quiet">{props.label}:</span>
          {props.found.map(({ id, words }) => (
            <Button key={id} size="xs" variant="default" disabled={keep.isBusy} onClick={() => choose(id)}>
              {words.filter((word) => word !== null).join(' · ')}
            </Button>
          ))}
        </div>
      )}
      {keep.failure !== null && <p>{describeFailedCall(keep.failure).says}</p>}
    </div>
  )
}

function KnownCustomer({ id, draft: { values, set } }: BoxProps & { readonly id: number }) {
  const query = useCustomer(id)
  return (
    <ReadStates query={query}>
      {(customer) => (
        <div className="new-customer">
          <FactTable
            facts={[
              ['Name', customer.name],
              ['Organisation', customer.organisation],
              ['Phone', customer.phone],
              ['Email', customer.email],
              ['Account', customer.account === null ? null : `pays within ${customer.account.terms_days} days of the invoice`],
              ['Notes', customer.notes],
            ]}
          />
          <Button variant="default" size="xs" onClick={() => set({ ...toCustomer(values, null), customer: null })}>
            Change customer
          </Button>
        </div>
      )}
    </ReadStates>
  )
}
