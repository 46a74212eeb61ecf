import type { Records } from '../../office/api/records.ts'
import { createForm, useBoundValue } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { FoldableSection } from '../../office/parts/facts.tsx'
import { useCustomer } from '../customers/customers.ts'

/** The form for booking a quote for the customer. */
export const agreementForm = createForm<Records['AgreementInput']>(readLimits('AgreementInput'))

/** The fields for booking a quote for the customer: payment, confirmation and purchase order number. */
export function Agreement({ customerId }: { readonly customerId: number | null }) {
  const account = useCustomer(customerId).data?.account ?? null
  const { value: terms } = useBoundValue<string>('terms')
  const onAccount = { value: 'account', label: 'On account', help: `By invoice, due within ${account?.terms_days} days.` }
  return (
    <FoldableSection title="Book for customer">
      <div className="form">
        <agreementForm.Cards
          at="terms"
          label="Payment"
          missing="Choose a payment option."
          cards={[
            {
              value: 'deposit',
              label: 'Deposit',
              help: 'The customer receives payment details. The balance is due before the trip.',
            },
            ...(account === null ? [] : [onAccount]),
            { value: 'cash', label: 'Cash', help: 'The whole price at the start of the trip.' },
          ]}
        />
        <div className="form-row">
          <agreementForm.Choice
            at="agreed_by"
            label="Agreed by"
            isRequired={false}
            isClearable={false}
            choices={[
              { value: 'phone', label: 'Phone' },
              { value: 'email', label: 'Email' },
              { value: 'paper', label: 'Letter' },
            ]}
          />
          <agreementForm.Text
            at="po_number"
            label="Purchase order number"
            isRequired={terms === 'account' && account?.po_required === true}
          />
        </div>
      </div>
    </FoldableSection>
  )
}
