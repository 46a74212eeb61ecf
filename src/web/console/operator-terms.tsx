import { useState } from 'react'
import { faultOfPerCent } from '../plain/per-cent.ts'
import { api, type Records } from '../portal/api/client.ts'
import { say } from '../portal/api/news.ts'
import { queries } from '../portal/api/queries.ts'
import { useWrite } from '../portal/api/write.ts'
import { AddressFields } from '../portal/form/address-fields.tsx'
import { TextField } from '../portal/form/fields.tsx'
import { Form } from '../portal/form/form.tsx'
import { RadioCards } from '../portal/form/radio-cards.tsx'
import type { MarketOperator } from './reads.ts'
import { changedTerms, type TypedTerms, typedSince, typedTerms } from './typed-terms.ts'

/**
 * A form of the terms that an operator drives on. Fields left alone show how things stand now, and are not sent: others
 * may change them meanwhile.
 */
export function TermsForm({ operator }: { readonly operator: MarketOperator }) {
  const ref = operator.operator_ref
  const [typed, setTyped] = useState<Partial<TypedTerms>>({})
  const values = { ...typedTerms(operator), ...typed }
  const set = (change: Partial<TypedTerms>) => setTyped((before) => ({ ...before, ...change }))
  const changes = changedTerms(operator, values)
  const isChanged = Object.keys(changes).length > 0
  const write = useWrite({
    send: (body: Records['TermsInput'], headers) =>
      api.PATCH('/platform/v1/operators/{ref}', { params: { path: { ref } }, body, headers }),
    refreshes: [['operators']],
  })
  const save = async () => {
    const sent = typed
    const saved = await write.run(changes)
    if (saved === null) return
    queries.setQueryData(['operators', ref], saved)
    setTyped((now) => typedSince(now, sent))
    say('Saved.')
  }
  return (
    <Form
      write={write}
      submit={() => void save()}
      button="Save"
      isReady={isChanged}
      faults={{ commission_bps: faultOfPerCent(values.commission) }}
    >
      <TextField path="name" label="Company" value={values.name} onValue={(name) => set({ name })} isRequired most={160} />
      <div className="form-row">
        <TextField path="phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
        <TextField path="email" label="E-mail" type="email" value={values.email} onValue={(email) => set({ email })} />
      </div>
      <TextField
        path="operator_licence"
        label="Operator’s licence"
        value={values.licence}
        onValue={(licence) => set({ licence })}
        most={80}
      />
      <AddressFields path="address" legend="Postal address" values={values.address} onValues={(address) => set({ address })} />
      <TextField
        path="commission_bps"
        label="Commission, per cent"
        help="Of what is offered from now on; what was offered keeps its own."
        value={values.commission}
        onValue={(text) => set({ commission: text })}
        isRequired
      />
      <RadioCards
        legend="New work"
        value={values.status}
        onValue={(status) => set({ status })}
        cards={[
          { value: 'active', label: 'Active', help: 'They are offered trips.' },
          { value: 'suspended', label: 'Suspended', help: 'Nothing new; what is booked goes on.' },
        ]}
      />
    </Form>
  )
}
