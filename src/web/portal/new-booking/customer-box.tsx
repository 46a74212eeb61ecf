import { Button } from '@mantine/core'
import { api } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { describeFailedCall } from '../api/refused.ts'
import { useWrite } from '../api/write.ts'
import { useCustomer } from '../customers/customers.ts'
import { TextField } from '../form/fields.tsx'
import { FactTable } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { type CustomerChoice, useCustomersCalling, useCustomersNamed } from './reads.ts'
import { type TypedBooking, toCustomer } from './typed-booking.ts'

type BoxProps = { readonly typed: TypedBooking; readonly set: (change: Partial<TypedBooking>) => void }

/**
 * The fields of the caller: a saved customer, found by name or phone number while typing, or a new one.
 */
export function CustomerBox({ typed, set }: BoxProps) {
  return typed.customerId === null ? (
    <NewCustomer typed={typed} set={set} />
  ) : (
    <KnownCustomer id={typed.customerId} typed={typed} set={set} />
  )
}

function NewCustomer({ typed, set }: BoxProps) {
  const named = useCustomersNamed(typed.name)
  const calling = useCustomersCalling(typed.phone)
  const take = (customerId: number) => set({ ...toCustomer(typed, customerId), poNumber: '' })
  return (
    <>
      <p className="quiet">A phone number or an email address is enough.</p>
      <div className="form-row">
        <TextField path="customer.name" label="Name" value={typed.name} onValue={(name) => set({ name })} most={160} />
        <TextField
          path="customer.organisation"
          label="Organisation"
          value={typed.organisation}
          onValue={(organisation) => set({ organisation })}
          most={160}
        />
      </div>
      <Known label="Same name" found={named} take={take} />
      <div className="form-row">
        <TextField
          path="customer.phone"
          label="Phone"
          type="tel"
          value={typed.phone}
          onValue={(phone) => set({ phone })}
          most={24}
        />
        <TextField
          path="customer.email"
          label="Email"
          type="email"
          value={typed.email}
          onValue={(email) => set({ email })}
          most={254}
        />
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

function KnownCustomer({ id, typed, set }: BoxProps & { readonly id: number }) {
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
          <Button
            variant="default"
            size="xs"
            onClick={() => set({ ...toCustomer(typed, null), name: '', organisation: '', phone: '', email: '' })}
          >
            Change customer
          </Button>
        </div>
      )}
    </ReadStates>
  )
}
