import { useState } from 'react'
import { findFaultyIban, findFaultySortCode } from '../../../domain/bank-details.ts'
import { isVatNumber, tidyVatNumber } from '../../../domain/vat-number.ts'
import { api, type Records } from '../../office/api/client.ts'
import { showNotice } from '../../office/api/news.ts'
import { useWrite } from '../../office/api/write.ts'
import { AddressFields } from '../../office/form/address-fields.tsx'
import { FactTable } from '../../office/parts/facts.tsx'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { type AccountSheet, useAccountSheet } from '../api/account.ts'
import { DepotSettings } from './depot.tsx'
import { accountForm } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The company page (`/portal/settings/profile`): name, contact details, tax, bank account and depot. */
export function ProfileSettings() {
  return (
    <>
      <PageHead title="Profile" />
      <ReadStates query={useAccountSheet()}>
        {({ data }) => (
          <>
            <AccountForm account={data} />
            <div className="settings-page">
              <DepotSettings account={data} />
            </div>
          </>
        )}
      </ReadStates>
    </>
  )
}

function AccountForm({ account }: { readonly account: AccountSheet }) {
  const { name, phone, email, operator_licence, address, settings } = account
  const initial = {
    ...{ name, phone, email, operator_licence, address },
    settings: { bank_details: settings.bank_details, vat: settings.vat ?? { standard_rate_bps: 2_000 } },
  }
  const draft = accountForm.useDraft(null, initial)
  // A number that the reader is still typing is not wrong yet.
  const [leftVat, setLeftVat] = useState('')
  const vatNumber = draft.values.settings?.vat?.number?.trim() ?? ''
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['session'], ['setup']],
    onDone: () => showNotice('Saved.'),
  })
  const submit = () => {
    const body = draft.buildBody()
    void write.run(vatNumber === '' ? { ...body, settings: { ...body.settings, vat: null } } : body)
  }
  return (
    <div className="settings-page">
      <SettingsForm write={write} draft={draft} initial={initial} submit={submit}>
        <accountForm.Text at="name" label="Name" isRequired />
        <div className="form-row">
          <accountForm.Text at="phone" label="Phone" type="tel" />
          <accountForm.Text at="email" label="Email address" type="email" />
        </div>
        <accountForm.Text at="operator_licence" label="Operator licence" />
        <AddressFields at="address" legend="Postal address" zone={account.timezone} />
        <fieldset className="form-row settings-vat" aria-label="VAT" onBlur={() => setLeftVat(vatNumber)}>
          <accountForm.Text
            at="settings.vat.number"
            label="VAT number"
            isRequired={false}
            help={leftVat === vatNumber && isMistypedVat(vatNumber) ? 'This VAT number is not valid.' : undefined}
          />
          <accountForm.PerCent at="settings.vat.standard_rate_bps" label="Standard VAT rate" isRequired={vatNumber !== ''} />
        </fieldset>
        <accountForm.TextArea
          at="settings.bank_details"
          label="Bank account for customers’ transfers"
          help={describeBankFault(draft.values.settings?.bank_details ?? '')}
        />
      </SettingsForm>
      <FactTable
        facts={[
          ['Account', account.operator_ref],
          ['Currency', account.currency_code],
          ['Time zone', account.timezone.replaceAll('_', ' ')],
          ['Commission', `${account.commission_bps / 100} %`],
        ]}
      />
    </div>
  )
}

function isMistypedVat(number: string): boolean {
  return number !== '' && !isVatNumber(tidyVatNumber(number))
}

/** The fault of typed bank details, if there is one. */
function describeBankFault(typed: string): string | undefined {
  const iban = findFaultyIban(typed)
  if (iban !== null) return `${iban} is not a valid IBAN.`
  const sortCode = findFaultySortCode(typed)
  return sortCode === null ? undefined : `A sort code has six digits. Check ${sortCode}.`
}
