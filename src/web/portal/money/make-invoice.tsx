import { useState } from 'react'
import { Link } from 'wouter'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { Form, useFieldError } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { addressBodyOf, type TypedAddress, typedAddress } from '../form/typed-address.ts'
import { ReadStates } from '../parts/list-states.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type AccountCustomer, useAccountCustomers, useInvoiceRequest } from './money.ts'

/** An invoice for all trips of a month of a customer on account, or for one trip. `made` gets its number. */
export function MakeInvoiceDrawer(props: {
  readonly isOpen: boolean
  /** The trip that it is opened for; empty without one. */
  readonly tripRef: string
  readonly close: () => void
  readonly made: (number: string) => void
}) {
  return (
    <SideDrawer title="Make invoice" isOpen={props.isOpen} close={props.close}>
      {props.isOpen && <Chosen tripRef={props.tripRef} made={props.made} />}
    </SideDrawer>
  )
}

type ChosenProps = { readonly tripRef: string; readonly made: (number: string) => void }

function Chosen({ tripRef, made }: ChosenProps) {
  const query = useAccountCustomers()
  return <ReadStates query={query}>{(customers) => <Make customers={customers} tripRef={tripRef} made={made} />}</ReadStates>
}

function Make({ customers, tripRef, made }: ChosenProps & { readonly customers: readonly AccountCustomer[] }) {
  const { zone } = useSession()
  const [what, setWhat] = useState(customers.length > 0 && tripRef === '' ? 'month' : 'trip')
  const [customer, setCustomer] = useState<string | null>(null)
  const [month, setMonth] = useState(() => monthBefore(todayIn(zone, Date.now())))
  const [ref, setRef] = useState(tripRef)
  /** Null while the address is the one that is known. */
  const [address, setAddress] = useState<TypedAddress | null>(null)
  const isTrip = what === 'trip'
  const ofTrip = useInvoiceRequest(isTrip ? ref.trim().toUpperCase() : '')
  const ofCustomer = customers.find(({ id }) => String(id) === customer)?.address ?? null
  const known = isTrip ? (ofTrip.data?.data.address ?? null) : ofCustomer
  const write = useWrite({
    send: (body: Records['InvoiceInput'], headers) => api.POST('/portal/v1/invoices', { body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      say(`Invoice ${data.number} is made.`)
      made(data.number)
    },
  })
  const send = () =>
    void write.run({
      ...(isTrip
        ? { refs: [ref.trim().toUpperCase()] }
        : { customer_id: customer === null ? null : Number(customer), month: month === '' ? null : month }),
      ...(address !== null && { customer: { address: addressBodyOf(address) } }),
    })
  const choose = (change: () => void) => {
    setAddress(null)
    change()
  }
  return (
    <Form write={write} submit={send} button="Make invoice">
      <RadioCards
        legend="For what"
        value={what}
        onValue={(one) => choose(() => setWhat(one))}
        cards={[
          { value: 'month', label: 'A month', help: 'all trips of a customer on account that left in it and are not invoiced' },
          { value: 'trip', label: 'One trip', help: 'whoever it is for' },
        ]}
      />
      {isTrip ? (
        <TextField
          path="refs.0"
          label="Reference of the trip"
          value={ref}
          onValue={(one) => choose(() => setRef(one))}
          most={20}
          help="TR-…"
          isRequired
        />
      ) : (
        <>
          <ChoiceField
            path="customer_id"
            label="Customer"
            value={customer}
            onValue={(one) => choose(() => setCustomer(one))}
            choices={customers.map(({ id, name, organisation }) => ({
              value: String(id),
              label: organisation === null ? name : `${organisation}, ${name}`,
            }))}
            {...(customers.length === 0 && { help: 'No customer is on account yet.' })}
            isRequired
          />
          <TextField path="month" label="Month" type="month" value={month} onValue={setMonth} isRequired />
        </>
      )}
      <AddressFields
        path="customer.address"
        legend="Invoice address"
        values={address ?? typedAddress(known, zone)}
        onValues={setAddress}
      />
      <OwnAddressMissing />
    </Form>
  )
}

/** The way to the settings, once the server has refused an invoice without the operator's own address. */
function OwnAddressMissing() {
  const fault = useFieldError('operator.address', 'Your address')
  if (fault === null) return null
  return (
    <p role="alert">
      Your company has no postal address. <Link href="/settings">Enter it in Settings</Link>, then make the invoice.
    </p>
  )
}

/** The month before the one of a day: `2026-11-24` → `2026-10`. */
function monthBefore(day: string): string {
  return daysLater(`${day.slice(0, 8)}01`, -1).slice(0, 7)
}
