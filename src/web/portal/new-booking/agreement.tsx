import { useCustomer } from '../customers/customers.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { FoldableSection } from '../parts/facts.tsx'
import type { TypedAgreement } from './typed-booking.ts'

/**
 * The fields for booking a quote for the customer: payment, confirmation and purchase order number. `path` is the place in
 * the request body.
 */
export function Agreement(props: {
  readonly path: string
  readonly customerId: number | null
  readonly typed: TypedAgreement
  readonly set: (change: Partial<TypedAgreement>) => void
}) {
  const { path, customerId, typed, set } = props
  const account = useCustomer(customerId).data?.account ?? null
  return (
    <FoldableSection title="Book for customer">
      <div className="form">
        <RadioCards
          path={`${path}terms`}
          legend="Payment"
          missing="Choose a payment option."
          value={typed.terms}
          onValue={(terms) => set({ terms })}
          cards={[
            {
              value: 'deposit',
              label: 'Deposit',
              help: 'The customer receives payment details. The balance is due before the trip.',
            },
            ...(account === null
              ? []
              : [
                  {
                    value: 'account' as const,
                    label: 'On account',
                    help: `By invoice, due within ${account.terms_days} days.`,
                  },
                ]),
            { value: 'cash', label: 'Cash', help: 'The whole price at the start of the trip.' },
          ]}
        />
        <div className="form-row">
          <ChoiceField
            path={`${path}agreed_by`}
            label="Agreed by"
            value={typed.agreedBy}
            onValue={(agreedBy) => set({ agreedBy: agreedBy ?? 'phone' })}
            choices={[
              { value: 'phone', label: 'Phone' },
              { value: 'email', label: 'Email' },
              { value: 'paper', label: 'Letter' },
            ]}
          />
          <TextField
            path={`${path}po_number`}
            label="Purchase order number"
            value={typed.poNumber}
            onValue={(poNumber) => set({ poNumber })}
            most={40}
            isRequired={typed.terms === 'account' && account?.po_required === true}
          />
        </div>
      </div>
    </FoldableSection>
  )
}
