import { useState } from 'react'
import { Link } from 'wouter'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { AddressFields } from '../../office/form/address-fields.tsx'
import { createForm } from '../../office/form/bound-fields.tsx'
import { OfficeForm, useFieldError } from '../../office/form/form.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { RadioCards } from '../../office/form/radio-cards.tsx'
import { type AccountCustomer, useAccountCustomers, useInvoiceRequest } from '../../office/money-lists/money.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { SideDrawer } from '../../office/parts/side-drawer.tsx'
import { addDays, findToday } from '../../plain/moment.ts'

const invoiceForm = createForm<Records['InvoiceInput']>(readLimits('InvoiceInput'))

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
  const draft = invoiceForm.useDraft(null, { refs: [tripRef], month: findMonthBefore(findToday(zone, Date.now())) })
  const { refs, customer_id, customer } = draft.values
  const isTrip = what === 'trip'
  const ref = (refs?.[0] ?? '').trim().toUpperCase()
  const ofTrip = useInvoiceRequest(isTrip ? ref : '')
  const ofCustomer = customers.find(({ id }) => id === customer_id)?.address ?? null
  const known = isTrip ? (ofTrip.data?.data.address ?? null) : ofCustomer
  // The body has the customer only with another address than the saved one.
  const shown = { ...draft.values, customer: customer ?? { address: known } }
  const forgetAddress = () => draft.set({ customer: undefined })
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
      ...draft.buildBody(),
      ...(isTrip ? { refs: [ref], customer_id: null, month: null } : { refs: null }),
    })
  return (
    <OfficeForm write={write} draft={{ ...draft, values: shown }} submit={send} button="Create invoice">
      <RadioCards
        legend="Invoice for"
        value={what}
        onValue={(one) => {
          setWhat(one)
          forgetAddress()
        }}
        cards={[
          { value: 'month', label: 'A month', help: 'All trips of an account customer in the month that have no invoice.' },
          { value: 'trip', label: 'One trip', help: 'For any customer.' },
        ]}
      />
      {isTrip ? (
        <invoiceForm.Text at="refs.0" label="Trip reference" help="TR-…" isRequired onChanged={forgetAddress} />
      ) : (
        <>
          <invoiceForm.Numbered
            at="customer_id"
            label="Customer"
            choices={customers.map(({ id, name, organisation }) => ({
              value: id,
              label: organisation === null ? name : `${organisation}, ${name}`,
            }))}
            help={customers.length === 0 ? 'No account customers yet.' : undefined}
            isRequired
            onChanged={forgetAddress}
          />
          <invoiceForm.Text at="month" label="Month" type="month" isRequired />
        </>
      )}
      <AddressFields at="customer.address" legend="Invoice address" zone={zone} />
      <OwnAddressMissing />
    </OfficeForm>
  )
}

/** A link to the settings after the server refused an invoice without the operator's address. */
function OwnAddressMissing() {
  const fault = useFieldError('operator.address', 'Your address')
  if (fault === null) return null
  return (
    <p role="alert">
      Your company has no postal address. <Link href="/settings/profile">Enter it in Settings</Link> first.
    </p>
  )
}

/** The month before a day's month: `2026-11-24` → `2026-10`. */
function findMonthBefore(day: string): string {
  return addDays(`${day.slice(0, 8)}01`, -1).slice(0, 7)
}
