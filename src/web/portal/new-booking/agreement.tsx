import type { Records } from '../../office/api/records.ts'
import { createForm, useBoundValue } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { useCustomer } from '../customers/customers.ts'

/** The form for booking a quote for the customer. */
export const agreementForm = createForm<Records['AgreementInput']>(readLimits('AgreementInput'))

/** The fields for booking a quote for the customer: payment, confirmation and purchase order number. */
export function Agreement({ customerId, deposit }: { readonly customerId: number | null; readonly deposit: string }) {
  const account = useCustomer(customerId).data?.account ?? null
  const { value: terms } = useBoundValue<string>('terms')
  const days = account?.terms_days
  return (
    <>
      <agreementForm.Cards
        at="terms"
        label="Payment"
        missing="Choose how they pay."
        cards={[
          {
            value: 'deposit',
            label: `Deposit ${deposit} now`,
            help: 'The customer receives payment details. The balance is due before the trip.',
          },
          ...(account === null
            ? []
            : [{ value: 'account', label: `Invoice, ${days} days`, help: `On account, due within ${days} days.` }]),
          { value: 'cash', label: 'Cash on the day', help: 'The whole price at the start of the trip.' },
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
            { value: 'paper', label: 'In writing' },
          ]}
        />
        <agreementForm.Text
          at="po_number"
          label="Purchase order number"
          isRequired={terms === 'account' && account?.po_required === true}
        />
      </div>
    </>
  )
}
