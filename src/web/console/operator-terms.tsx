import { useState } from 'react'
import { api, type Records } from '../office/api/client.ts'
import { showNotice } from '../office/api/news.ts'
import { queries } from '../office/api/queries.ts'
import { useWrite } from '../office/api/write.ts'
import { AddressFields } from '../office/form/address-fields.tsx'
import { createForm } from '../office/form/bound-fields.tsx'
import { noTexts } from '../office/form/draft.ts'
import { OfficeForm } from '../office/form/form.tsx'
import { withValueAt } from '../office/form/paths.ts'
import { findTypedSince, listChangedTerms, type TypedTerms, termsLimits } from './changed-terms.ts'
import type { MarketOperator } from './reads.ts'

const termsForm = createForm<Records['TermsInput']>(termsLimits)

/**
 * The form of an operator's terms. Unchanged fields show the current values and are not sent, because other people may change
 * them.
 */
export function OperatorTermsForm({ operator }: { readonly operator: MarketOperator }) {
  const ref = operator.operator_ref
  const [typed, setTyped] = useState<TypedTerms>({})
  const draft = {
    values: { ...operator, ...typed },
    setAt: (path: string, value: unknown) => setTyped((before) => withValueAt(before, path, value) as TypedTerms),
    texts: noTexts,
  }
  const changes = listChangedTerms(operator, typed)
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
    <OfficeForm write={write} draft={draft} submit={() => void save()} button="Save" isReady={Object.keys(changes).length > 0}>
      <termsForm.Text at="name" label="Company" isRequired />
      <div className="form-row">
        <termsForm.Text at="phone" label="Phone" type="tel" />
        <termsForm.Text at="email" label="Email" type="email" />
      </div>
      <termsForm.Text at="operator_licence" label="Operator licence" />
      <AddressFields at="address" legend="Postal address" zone={operator.timezone} />
      <termsForm.PerCent at="commission_bps" label="Commission, %" help="Applies to new trips only." isRequired />
      <termsForm.Cards
        at="status"
        label="Status"
        cards={[
          { value: 'active', label: 'Active', help: 'Receives new trips.' },
          { value: 'suspended', label: 'Suspended', help: 'No new trips. Bookings continue.' },
        ]}
      />
    </OfficeForm>
  )
}
