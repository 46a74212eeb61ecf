import { orNull } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { ChoiceField, TextAreaField, TextField, TickField, WholeField } from '../form/fields.tsx'
import { addressBodyOf, type TypedAddress, typedAddress } from '../form/typed-address.ts'
import { Section } from '../parts/facts.tsx'
import type { OwnCustomer } from './customers.ts'

type Invoicing = NonNullable<NonNullable<Records['OwnCustomerInput']['account']>['invoice']>

/** A customer as typed; empty text for what is not known. */
export type TypedCustomer = {
  readonly name: string
  readonly organisation: string
  readonly phone: string
  readonly email: string
  readonly address: TypedAddress
  readonly notes: string
  readonly hasAccount: boolean
  readonly termsDays: number | null
  readonly poRequired: boolean
  readonly invoice: Invoicing
}

/** A customer as the fields have them; an empty form without one. */
export function customerFrom(customer: OwnCustomer | null, timezone: string): TypedCustomer {
  return {
    name: customer?.name ?? '',
    organisation: customer?.organisation ?? '',
    phone: customer?.phone ?? '',
    email: customer?.email ?? '',
    address: typedAddress(customer?.address ?? null, timezone),
    notes: customer?.notes ?? '',
    hasAccount: (customer?.account ?? null) !== null,
    termsDays: customer?.account?.terms_days ?? 30,
    poRequired: customer?.account?.po_required ?? false,
    invoice: (customer?.account?.invoice as Invoicing | undefined) ?? 'each',
  }
}

/** A typed customer as the API takes it. */
export function customerBodyOf(typed: TypedCustomer): Records['OwnCustomerInput'] {
  return {
    name: typed.name.trim(),
    organisation: orNull(typed.organisation),
    phone: orNull(typed.phone),
    email: orNull(typed.email),
    address: addressBodyOf(typed.address),
    notes: orNull(typed.notes),
    account: typed.hasAccount
      ? { terms_days: typed.termsDays ?? 0, po_required: typed.poRequired, invoice: typed.invoice }
      : null,
  }
}

/** The fields of a customer: who they are, how to reach them, and how they pay. */
export function CustomerFields(props: {
  readonly values: TypedCustomer
  readonly set: (change: Partial<TypedCustomer>) => void
  readonly isFocused?: boolean
}) {
  const { values, set, isFocused = false } = props
  return (
    <>
      <div className="form-row">
        <TextField
          path="name"
          label="Name"
          value={values.name}
          onValue={(name) => set({ name })}
          isRequired
          isFocused={isFocused}
          most={160}
        />
        <TextField
          path="organisation"
          label="Organisation"
          value={values.organisation}
          onValue={(organisation) => set({ organisation })}
          most={160}
        />
      </div>
      <div className="form-row">
        <TextField path="phone" label="Number" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
        <TextField path="email" label="E-mail" type="email" value={values.email} onValue={(email) => set({ email })} most={254} />
      </div>
      <AddressFields path="address" legend="Invoice address" values={values.address} onValues={(address) => set({ address })} />
      <TickField
        path="account"
        label="They have an account"
        help="Their trips can be booked on it, and are paid by invoice."
        value={values.hasAccount}
        onValue={(hasAccount) => set({ hasAccount })}
      />
      {values.hasAccount && (
        <Section title="Account">
          <div className="form">
            <div className="form-row">
              <WholeField
                path="account.terms_days"
                label="Days until an invoice is due"
                value={values.termsDays}
                onValue={(termsDays) => set({ termsDays })}
                most={90}
                isRequired
              />
              <ChoiceField
                path="account.invoice"
                label="Invoiced"
                value={values.invoice}
                onValue={(invoice) => set({ invoice: invoice ?? 'each' })}
                choices={[
                  { value: 'each', label: 'Each trip by itself' },
                  { value: 'monthly', label: 'By the month' },
                ]}
              />
            </div>
            <TickField
              path="account.po_required"
              label="A booking needs their order number"
              value={values.poRequired}
              onValue={(poRequired) => set({ poRequired })}
            />
          </div>
        </Section>
      )}
      <TextAreaField
        path="notes"
        label="Notes, for yourselves alone"
        value={values.notes}
        onValue={(notes) => set({ notes })}
        most={2_000}
      />
    </>
  )
}
