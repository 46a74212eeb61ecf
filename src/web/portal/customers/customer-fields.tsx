import { toNullIfEmpty } from '../../plain/words.ts'
import type { Records } from '../api/client.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { ChoiceField, TextAreaField, TextField, TickField, WholeField } from '../form/fields.tsx'
import { buildAddressBody, type TypedAddress, toTypedAddress } from '../form/typed-address.ts'
import { FoldableSection } from '../parts/facts.tsx'
import type { OwnCustomer } from './customers.ts'

type Invoicing = NonNullable<NonNullable<Records['OwnCustomerInput']['account']>['invoice']>

/** The typed values of a customer. Unknown values are empty text. */
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

/** The form values of a customer; an empty form without one. */
export function toTypedCustomer(customer: OwnCustomer | null, timezone: string): TypedCustomer {
  return {
    name: customer?.name ?? '',
    organisation: customer?.organisation ?? '',
    phone: customer?.phone ?? '',
    email: customer?.email ?? '',
    address: toTypedAddress(customer?.address ?? null, timezone),
    notes: customer?.notes ?? '',
    hasAccount: (customer?.account ?? null) !== null,
    termsDays: customer?.account?.terms_days ?? 30,
    poRequired: customer?.account?.po_required ?? false,
    invoice: (customer?.account?.invoice as Invoicing | undefined) ?? 'each',
  }
}

export function buildCustomerBody(typed: TypedCustomer): Records['OwnCustomerInput'] {
  return {
    name: typed.name.trim(),
    organisation: toNullIfEmpty(typed.organisation),
    phone: toNullIfEmpty(typed.phone),
    email: toNullIfEmpty(typed.email),
    address: buildAddressBody(typed.address),
    notes: toNullIfEmpty(typed.notes),
    account: typed.hasAccount
      ? { terms_days: typed.termsDays ?? 0, po_required: typed.poRequired, invoice: typed.invoice }
      : null,
  }
}

/** The fields of a customer: name, contact details and account. */
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
        <TextField path="phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
        <TextField path="email" label="Email" type="email" value={values.email} onValue={(email) => set({ email })} most={254} />
      </div>
      <AddressFields path="address" legend="Invoice address" values={values.address} onValues={(address) => set({ address })} />
      <TickField
        path="account"
        label="Has an account"
        help="This customer pays by invoice."
        value={values.hasAccount}
        onValue={(hasAccount) => set({ hasAccount })}
      />
      {values.hasAccount && (
        <FoldableSection title="Account">
          <div className="form">
            <div className="form-row">
              <WholeField
                path="account.terms_days"
                label="Payment terms, days"
                value={values.termsDays}
                onValue={(termsDays) => set({ termsDays })}
                most={90}
                isRequired
              />
              <ChoiceField
                path="account.invoice"
                label="Invoices"
                value={values.invoice}
                onValue={(invoice) => set({ invoice: invoice ?? 'each' })}
                choices={[
                  { value: 'each', label: 'One for each trip' },
                  { value: 'monthly', label: 'One each month' },
                ]}
              />
            </div>
            <TickField
              path="account.po_required"
              label="Purchase order number required"
              value={values.poRequired}
              onValue={(poRequired) => set({ poRequired })}
            />
          </div>
        </FoldableSection>
      )}
      <TextAreaField path="notes" label="Internal notes" value={values.notes} onValue={(notes) => set({ notes })} most={2_000} />
    </>
  )
}
