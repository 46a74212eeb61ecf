import { useRef } from 'react'
import type { Records } from '../../office/api/records.ts'
import { useSession } from '../../office/api/session.ts'
import { AddressFields } from '../../office/form/address-fields.tsx'
import { type BoundDraft, createForm } from '../../office/form/bound-fields.tsx'
import { TickField } from '../../office/form/fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FoldableSection } from '../../office/parts/facts.tsx'

/** The form of a customer. */
export const customerForm = createForm<Records['OwnCustomerInput']>(readLimits('OwnCustomerInput'))

const newAccount = { terms_days: 30, po_required: false, invoice: 'each' } as const

/** The fields of a customer: name, contact details and account. */
export function CustomerFields(props: { readonly draft: BoundDraft<Records['OwnCustomerInput']>; readonly isFocused?: boolean }) {
  const { draft, isFocused = false } = props
  const { zone } = useSession()
  const account = draft.values.account ?? null
  const hasAccount = account !== null
  const last = useRef(account)
  if (hasAccount) last.current = account
  return (
    <>
      <div className="form-row">
        <customerForm.Text at="name" label="Name" isRequired isFocused={isFocused} />
        <customerForm.Text at="organisation" label="Organisation" />
      </div>
      <div className="form-row">
        <customerForm.Text at="phone" label="Phone" type="tel" />
        <customerForm.Text at="email" label="Email" type="email" />
      </div>
      <AddressFields at="address" legend="Invoice address" zone={zone} />
      <TickField
        path="account"
        label="Has an account"
        help="This customer pays by invoice."
        value={hasAccount}
        onValue={(ticked) => draft.set({ account: ticked ? (last.current ?? newAccount) : null })}
      />
      {hasAccount && (
        <FoldableSection title="Account">
          <div className="form">
            <div className="form-row">
              <customerForm.Whole at="account.terms_days" label="Payment terms, days" isRequired />
              <customerForm.Choice
                at="account.invoice"
                label="Invoices"
                choices={[
                  { value: 'each', label: 'One for each trip' },
                  { value: 'monthly', label: 'One each month' },
                ]}
              />
            </div>
            <customerForm.Tick at="account.po_required" label="Purchase order number required" />
          </div>
        </FoldableSection>
      )}
      <customerForm.TextArea at="notes" label="Internal notes" />
    </>
  )
}
