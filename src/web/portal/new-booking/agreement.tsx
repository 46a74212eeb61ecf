import { useCustomer } from '../customers/customers.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { RadioCards } from '../form/radio-cards.tsx'
import { Section } from '../parts/facts.tsx'
import type { TypedAgreement } from './typed-booking.ts'

/**
 * The fields of a customer's yes: how they pay, how they said it, and the number of their order where the account wants
 * one. `path` is where the body has it.
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
    <Section title="They say yes">
      <div className="form">
        <RadioCards
          path={`${path}terms`}
          legend="How they pay"
          missing="Choose how they pay."
          value={typed.terms}
          onValue={(terms) => set({ terms })}
          cards={[
            { value: 'deposit', label: 'Deposit', help: 'They hear how to pay it; the rest falls due before the trip.' },
            ...(account === null
              ? []
              : [
                  {
                    value: 'account' as const,
                    label: 'On account',
                    help: `By invoice, due ${account.terms_days} days after it.`,
                  },
                ]),
            { value: 'cash', label: 'Cash', help: 'All of it when the trip begins.' },
          ]}
        />
        <div className="form-row">
          <ChoiceField
            path={`${path}agreed_by`}
            label="How they said so"
            value={typed.agreedBy}
            onValue={(agreedBy) => set({ agreedBy: agreedBy ?? 'phone' })}
            choices={[
              { value: 'phone', label: 'On the telephone' },
              { value: 'email', label: 'By e-mail' },
              { value: 'paper', label: 'In writing' },
            ]}
          />
          <TextField
            path={`${path}po_number`}
            label="Their order number"
            value={typed.poNumber}
            onValue={(poNumber) => set({ poNumber })}
            most={40}
            isRequired={typed.terms === 'account' && account?.po_required === true}
          />
        </div>
      </div>
    </Section>
  )
}
