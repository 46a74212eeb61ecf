import { useEffect } from 'react'
import { formatCount } from '../../../domain/spoken.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { describeFailedCall } from '../../office/api/refused.ts'
import { useWrite } from '../../office/api/write.ts'
import { type BoundDraft, createForm } from '../../office/form/bound-fields.tsx'
import { SuggestField } from '../../office/form/suggest-field.tsx'
import { LocalTime } from '../../office/parts/moment.tsx'
import { Badge } from '../../office/parts/state-badge.tsx'
import { type OwnCustomer, useCustomer } from '../customers/customers.ts'
import { type BookingValues, bookingLimits, type PhoneBooking, repeatTrip, toCustomer } from './booking-body.ts'
import { type CustomerChoice, useCustomersCalling, useCustomersNamed, useTripsOfCustomer } from './reads.ts'

/** The form of a booking by phone. */
export const bookingForm = createForm<PhoneBooking>(bookingLimits)

type CallerProps = { readonly draft: BoundDraft<PhoneBooking> }

/**
 * The fields of the caller. Name and phone number search the saved customers, and everyone who booked or enquired before.
 * Another name is another customer.
 */
export function CallerFields({ draft }: CallerProps) {
  const { values, set } = draft
  const id = values.customer_id ?? null
  const take = (customer: OwnCustomer) => set({ ...toCustomer(values, customer.id), customer: pickContact(customer) })
  const keep = useWrite({
    send: (from_ref: string, headers) => api.POST('/portal/v1/customers', { body: { from_ref }, headers }),
    refreshes: [['customers'], ['search']],
    onDone: ({ data }) => {
      showNotice(`${data.name} saved as a customer.`)
      take(data)
    },
  })
  const choose = ({ id: chosen, words: [name = ''] }: CustomerChoice) => {
    if (typeof chosen === 'string') void keep.run(chosen)
    else set({ ...toCustomer(values, chosen), customer: { name: name ?? '' } })
  }
  const type = (change: BookingValues['customer']) => ({ customer: { ...values.customer, ...change } })
  const field = { keyOf: ({ id: one }: CustomerChoice) => String(one), show: showChoice, choose, one: 'customer' }
  return (
    <>
      <div className="new-caller">
        <SuggestField
          path="customer.name"
          label="Name"
          most={160}
          value={values.customer?.name ?? ''}
          onValue={(name) => set({ ...(id !== null && toCustomer(values, null)), ...type({ name }) })}
          suggesting={{ ...field, useHits: useCustomersNamed, listLabel: 'Customers of this name' }}
        />
        <SuggestField
          path="customer.phone"
          label="Phone"
          type="tel"
          most={24}
          value={values.customer?.phone ?? ''}
          onValue={(phone) => set(type({ phone }))}
          suggesting={{ ...field, useHits: useCustomersCalling, listLabel: 'Customers of this number' }}
        />
        <bookingForm.Text at="customer.email" label="Email" type="email" />
        <bookingForm.Text at="customer.organisation" label="Organisation" />
      </div>
      <div role="status">
        {id !== null && <KnownCustomer key={id} id={id} draft={draft} />}
        {keep.failure !== null && <p>{describeFailedCall(keep.failure).says}</p>}
      </div>
    </>
  )
}

function showChoice({ words: [name, ...others] }: CustomerChoice) {
  return (
    <>
      {name}
      <span className="second-line">{others.filter((word) => word !== null).join(' · ')}</span>
    </>
  )
}

function pickContact({ name, organisation, phone, email }: OwnCustomer): Records['TelephoneCustomerInput'] {
  return { name, organisation, phone, email }
}

/** A line about the chosen customer, with a link that repeats the last trip. Fills in the fields that are still empty. */
function KnownCustomer({ id, draft: { values, set } }: CallerProps & { readonly id: number }) {
  const { data: customer } = useCustomer(id)
  const trips = useTripsOfCustomer(id).data
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the customer is read
  useEffect(() => {
    if (customer !== undefined) set({ customer: { ...pickContact(customer), ...pickTyped(values.customer) } })
  }, [customer])
  if (customer === undefined) return null
  const { account, notes } = customer
  const last = trips?.last ?? null
  return (
    <p className="new-known">
      <Badge tone="good">Known customer</Badge>
      <span className="quiet">
        {[
          trips && formatCount(trips.count, 'trip'),
          account && `pays by invoice, ${formatCount(account.terms_days, 'day')}`,
          notes,
        ]
          .filter(Boolean)
          .join(' · ')}
        {last !== null && (
          <>
            {' · last trip '}
            <LocalTime at={last.departs_at} />
          </>
        )}
      </span>
      {last !== null && (
        <button type="button" className="plain-button" onClick={() => set(repeatTrip(values, last))}>
          Use their last trip
        </button>
      )}
      <button type="button" className="plain-button" onClick={() => set({ ...toCustomer(values, null), customer: null })}>
        Change customer
      </button>
    </p>
  )
}

/** The filled-in members of a contact. */
function pickTyped(customer: BookingValues['customer']): object {
  return Object.fromEntries(Object.entries(customer ?? {}).filter(([, text]) => text !== null && text !== ''))
}
