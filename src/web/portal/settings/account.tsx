import { findFaultyIban, findFaultySortCode } from '../../../domain/bank-details.ts'
import { isVatNumber, tidyVatNumber } from '../../../domain/vat-number.ts'
import { toNullIfEmpty } from '../../plain/words.ts'
import { type AccountSheet, useAccountSheet } from '../api/account.ts'
import { api, type Records } from '../api/client.ts'
import { showNotice } from '../api/news.ts'
import { useWrite } from '../api/write.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { useDraft } from '../form/draft.ts'
import { TextAreaField, TextField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { PerCentField } from '../form/per-cent-field.tsx'
import { buildAddressBody, toTypedAddress } from '../form/typed-address.ts'
import { FactTable } from '../parts/facts.tsx'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { BrandSettings } from './brand.tsx'
import { DepotSettings } from './depot.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import './settings.css'

/** The company page (`/portal/settings`): name, contact details, tax, bank account and depot. */
export function AccountSettings() {
  return (
    <>
      <PageHead title="Account" />
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
      <div className="settings-page">
        <BrandSettings />
        <EnquiryForm />
      </div>
    </>
  )
}

function AccountForm({ account }: { readonly account: AccountSheet }) {
  const { settings } = account
  const draft = useDraft(null, {
    name: account.name,
    phone: account.phone ?? '',
    email: account.email ?? '',
    licence: account.operator_licence ?? '',
    address: toTypedAddress(account.address, account.timezone),
    bank: settings.bank_details ?? '',
    vatNumber: settings.vat?.number ?? '',
    vatRate: (settings.vat?.standard_rate_bps ?? 2_000) as number | null,
  })
  const { values, set } = draft
  const write = useWrite({
    send: (body: Records['AccountInput'], headers) => api.PATCH('/portal/v1/operator', { body, headers }),
    refreshes: [['operator'], ['session'], ['setup']],
    onDone: () => showNotice('Saved.'),
  })
  const submit = () =>
    void write.run({
      name: values.name.trim(),
      phone: toNullIfEmpty(values.phone),
      email: toNullIfEmpty(values.email),
      operator_licence: toNullIfEmpty(values.licence),
      address: buildAddressBody(values.address),
      settings: {
        bank_details: toNullIfEmpty(values.bank),
        vat: values.vatNumber.trim() === '' ? null : { number: values.vatNumber.trim(), standard_rate_bps: values.vatRate ?? 0 },
      },
    })
  return (
    <div className="settings-page">
      <PortalForm write={write} submit={submit} button="Save">
        <TextField path="name" label="Name" value={values.name} onValue={(name) => set({ name })} isRequired most={160} />
        <div className="form-row">
          <TextField path="phone" label="Phone" type="tel" value={values.phone} onValue={(phone) => set({ phone })} most={24} />
          <TextField
            path="email"
            label="Email address"
            type="email"
            value={values.email}
            onValue={(email) => set({ email })}
            most={254}
          />
        </div>
        <TextField
          path="operator_licence"
          label="Operator licence"
          value={values.licence}
          onValue={(licence) => set({ licence })}
          most={80}
        />
        <AddressFields path="address" legend="Postal address" values={values.address} onValues={(address) => set({ address })} />
        <div className="form-row">
          <TextField
            path="settings.vat.number"
            label="VAT number"
            value={values.vatNumber}
            onValue={(vatNumber) => set({ vatNumber })}
            most={20}
            {...(isMistypedVat(values.vatNumber) && { help: 'This VAT number is not valid.' })}
          />
          <PerCentField
            path="settings.vat.standard_rate_bps"
            label="Standard VAT rate"
            bps={values.vatRate}
            onBps={(vatRate) => set({ vatRate })}
          />
        </div>
        <TextAreaField
          path="settings.bank_details"
          label="Bank account for customers’ transfers"
          value={values.bank}
          onValue={(bank) => set({ bank })}
          most={300}
          {...buildHelpProps(describeBankFault(values.bank))}
        />
      </PortalForm>
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

function isMistypedVat(typed: string): boolean {
  return typed.trim() !== '' && !isVatNumber(tidyVatNumber(typed))
}

/** The fault of typed bank details. Null without one. */
function describeBankFault(typed: string): string | null {
  const iban = findFaultyIban(typed)
  if (iban !== null) return `${iban} is not a valid IBAN.`
  const sortCode = findFaultySortCode(typed)
  return sortCode === null ? null : `A sort code has six digits. Check ${sortCode}.`
}

function buildHelpProps(warning: string | null): { readonly help?: string } {
  return warning === null ? {} : { help: warning }
}
