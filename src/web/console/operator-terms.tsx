import { useState } from 'react'
import { describePerCentFault } from '../plain/per-cent.ts'
import { api, type Records } from '../portal/api/client.ts'
import { showNotice } from '../portal/api/news.ts'
import { queries } from '../portal/api/queries.ts'
import { useWrite } from '../portal/api/write.ts'
import { AddressFields } from '../portal/form/address-fields.tsx'
import { TextField } from '../portal/form/fields.tsx'
import { PortalForm } from '../portal/form/form.tsx'
import { RadioCards } from '../portal/form/radio-cards.tsx'
import type { MarketOperator } from './reads.ts'
import { findTypedSince, listChangedTerms, type TypedTerms, toTypedTerms } from './typed-terms.ts'

/**
 * The form of an operator's terms. Unchanged fields show the current values and are not sent, because other people may change
 * them.
 */
export function OperatorTermsForm({ operator }: { readonly operator: MarketOperator }) {
  const ref = operator.operator_ref
  const [typed, setTyped] = useState<Partial<TypedTerms>>({})
  const values = { ...toTypedTerms(operator), ...typed }
  const set = (change: Partial<TypedTerms>) => setTyped((before) => ({ ...before, ...change }))
  const changes = listChangedTerms(operator, values)
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
    setTyped((now) => findTypedSince(now, sent))
    showNotice('Saved.')
  }
  return (
    <PortalForm
      write={write}
      submit={() => void save()}
      button="Save"
      isReady={isChanged}
      faults={{ commission_bps: describePerCentFault(values.commission) }}
    >
      <TextField path="name" label="Company" value={values.name} onValue={(name) => set({ name })} isRequired most={160} />
      <div className="form-row">
        <TextField path="phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
        <TextField path="email" label="Email" type="email" value={values.email} onValue={(email) => set({ email })} />
      </div>
      <TextField
        path="operator_licence"
        label="Operator licence"
        value={values.licence}
        onValue={(licence) => set({ licence })}
        most={80}
      />
      <AddressFields path="address" legend="Postal address" values={values.address} onValues={(address) => set({ address })} />
      <TextField
        path="commission_bps"
        label="Commission, %"
        help="Applies to new trips only."
        value={values.commission}
        onValue={(text) => set({ commission: text })}
        isRequired
      />
      <RadioCards
        legend="Status"
        value={values.status}
        onValue={(status) => set({ status })}
        cards={[
          { value: 'active', label: 'Active', help: 'Receives new trips.' },
          { value: 'suspended', label: 'Suspended', help: 'No new trips. Bookings continue.' },
        ]}
      />
    </PortalForm>
  )
}
