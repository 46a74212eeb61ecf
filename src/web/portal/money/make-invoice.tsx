import { useState } from 'react'
import { daysLater, todayIn } from '../../plain/moment.ts'
import { api, type Records } from '../api/client.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { type AccountCustomer, useAccountCustomers } from './money.ts'

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
  const write = useWrite({
    send: (body: Records['InvoiceInput'], headers) => api.POST('/portal/v1/invoices', { body, headers }),
    refreshes: [['money']],
    onDone: ({ data }) => {
      say(`Invoice ${data.number} is made.`)
      made(data.number)
    },
  })
  const send = () =>
    void write.run(
      what === 'trip'
        ? { refs: [ref.trim().toUpperCase()] }
        : { customer_id: customer === null ? null : Number(customer), month: month === '' ? null : month },
    )
  return (
    <Form write={write} submit={send} button="Make invoice">
      <RadioCards
        legend="For what"
        value={what}
        onValue={setWhat}
        cards={[
          { value: 'month', label: 'A month', help: 'all trips of a customer on account that left in it and are not invoiced' },
          { value: 'trip', label: 'One trip', help: 'whoever it is for' },
        ]}
      />
      {what === 'trip' ? (
        <TextField path="refs.0" label="Reference of the trip" value={ref} onValue={setRef} most={20} help="TR-…" isRequired />
      ) : (
        <>
          <ChoiceField
            path="customer_id"
            label="Customer"
            value={customer}
            onValue={setCustomer}
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
    </Form>
  )
}

/** The month before the one of a day: `2026-11-24` → `2026-10`. */
function monthBefore(day: string): string {
  return daysLater(`${day.slice(0, 8)}01`, -1).slice(0, 7)
}
