import { useState } from 'react'
import { Link } from 'wouter'
import { addDays, findToday } from '../../plain/moment.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { PortalForm, useFieldError } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { buildAddressBody, type TypedAddress, toTypedAddress } from '../form/typed-address.ts'
import { ReadStates } from '../parts/list-states.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type AccountCustomer, useAccountCustomers, useInvoiceRequest } from './money.ts'

/** A drawer that creates an invoice for a customer's month or for one trip. `made` receives its number. */
export function MakeInvoiceDrawer(props: {
  readonly isOpen: boolean
  /** Reference of the trip to invoice; empty without one. */
  readonly tripRef: string
  readonly close: () => void
  readonly made: (number: string) => void
}) {
  return (
    <SideDrawer title="Create invoice" isOpen={props.isOpen} close={props.close}>
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
  const [month, setMonth] = useState(() => findMonthBefore(findToday(zone, Date.now())))
  const [ref, setRef] = useState(tripRef)
  /** Null while the address is the saved one. */
  const [address, setAddress] = useState<TypedAddress | null>(null)
  const isTrip = what === 'trip'
  const ofTrip = useInvoiceRequest(isTrip ? ref.trim().toUpperCase() : '')
  const ofCustomer = customers.find(({ id }) => String(id) === customer)?.address ?? null
  const known = isTrip ? (ofTrip.data?.data.address ?? null) : ofCustomer
  const write = useWrite({
    send: (body: Records['InvoiceInput'], headers) => api.POST('/portal/v1/invoices', { body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      showNotice(`Invoice ${data.number} created.`)
      made(data.number)
    },
  })
  const send = () =>
    void write.run({
      ...(isTrip
        ? { refs: [ref.trim().toUpperCase()] }
        : { customer_id: customer === null ? null : Number(customer), month: month === '' ? null : month }),
      ...(address !== null && { customer: { address: buildAddressBody(address) } }),
    })
  const choose = (change: () => void) => {
    setAddress(null)
    change()
  }
  return (
    <PortalForm write={write} submit={send} button="Create invoice">
      <RadioCards
        legend="Invoice for"
        value={what}
        onValue={(one) => choose(() => setWhat(one))}
        cards={[
          { value: 'month', label: 'A month', help: 'All trips of an account customer in the month that have no invoice.' },
          { value: 'trip', label: 'One trip', help: 'For any customer.' },
        ]}
      />
      {isTrip ? (
        <TextField
          path="refs.0"
          label="Trip reference"
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
            {...(customers.length === 0 && { help: 'No account customers yet.' })}
            isRequired
          />
          <TextField path="month" label="Month" type="month" value={month} onValue={setMonth} isRequired />
        </>
      )}
      <AddressFields
        path="customer.address"
        legend="Invoice address"
        values={address ?? toTypedAddress(known, zone)}
        onValues={setAddress}
      />
      <OwnAddressMissing />
    </PortalForm>
  )
}

/** A link to the settings after the server refused an invoice without the operator's address. */
function OwnAddressMissing() {
  const fault = useFieldError('operator.address', 'Your address')
  if (fault === null) return null
  return (
    <p role="alert">
      Your company has no postal address. <Link href="/settings">Enter it in Settings</Link> first.
    </p>
  )
}

/** The month before a day's month: `2026-11-24` → `2026-10`. */
function findMonthBefore(day: string): string {
  return addDays(`${day.slice(0, 8)}01`, -1).slice(0, 7)
}
