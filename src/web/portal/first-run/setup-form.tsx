import { base, isSignedIn } from '../../office/api/address.ts'
import { callSession, type Records } from '../../office/api/client.ts'
import { useWrite } from '../../office/api/write.ts'
import { AddressFields } from '../../office/form/address-fields.tsx'
import { OfficeForm } from '../../office/form/form.tsx'
import { mailForm } from '../mail/mail-server-fields.tsx'
import { createSetupClient, findCurrency, type SetupState, setupForm } from './setup.ts'
import { SetupMail } from './setup-mail.tsx'
import { SetupDrivers, SetupVehicles } from './setup-rows.tsx'

const hereabouts = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The setup form: company, first admin, email, fleet and drivers. The browser keeps a draft until it is sent. */
export function SetupForm({ token, state }: { readonly token: string; readonly state: SetupState }) {
  const timezone = state.timezones.includes(hereabouts) ? hereabouts : null
  const draft = setupForm.useDraft('first-run', {
    company: { timezone, currency_code: timezone && findCurrency(timezone) },
    vehicles: [{}],
    drivers: [{}],
  })
  const mail = mailForm.useDraft(null, { mail_server: null })
  const write = useWrite({
    send: (body: Records['SetupInput'], headers) => createSetupClient(token).POST('/portal/setup/finish', { body, headers }),
    refreshes: [],
    onDone: ({ data }) => {
      draft.clear()
      void signInFirstAdmin(data.sign_in_token)
    },
  })
  const submit = () => {
    const { vehicles = [], drivers = [], ...body } = draft.buildBody()
    // Rows without a name are not sent.
    void write.run({
      ...body,
      ...mail.buildBody(),
      vehicles: vehicles.filter(({ registration }) => registration),
      drivers: drivers.filter(({ name }) => name),
    })
  }
  return (
    <OfficeForm write={write} draft={draft} submit={submit} button="Finish setup">
      <section aria-labelledby="setup-company">
        <h2 id="setup-company">Your company</h2>
        <setupForm.Text
          at="company.name"
          label="Name"
          help="Shown to customers on quotes and invoices."
          isFocused
          autoComplete="organization"
        />
        <div className="form-row">
          <setupForm.Choice
            at="company.timezone"
            label="Time zone"
            choices={state.timezones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
          <setupForm.Choice
            at="company.currency_code"
            label="Currency"
            choices={state.currencies.map((value) => ({ value, label: formatCurrencyName(value) }))}
          />
        </div>
        <div className="form-row">
          <setupForm.Text at="company.phone" label="Phone" type="tel" autoComplete="tel" />
          <setupForm.Text at="company.operator_licence" label="Operator licence" />
        </div>
        <AddressFields at="company.address" legend="Postal address" zone={timezone} />
      </section>
      <section aria-labelledby="setup-admin">
        <h2 id="setup-admin">You</h2>
        <p className="second-line">You are the first admin. You can invite others and set their roles.</p>
        <div className="form-row">
          <setupForm.Text at="admin.name" label="Your name" autoComplete="name" />
          <setupForm.Text at="admin.email" label="Your email address" type="email" autoComplete="email" />
        </div>
      </section>
      <SetupMail token={token} source={state.mail_source} mail={mail} to={draft.values.admin?.email ?? ''} />
      <SetupVehicles draft={draft} />
      <SetupDrivers draft={draft} />
    </OfficeForm>
  )
}

function formatCurrencyName(currency: string): string {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(currency)
  return name === undefined || name === currency ? currency : `${currency} · ${name}`
}

/** Signs the first admin in on this device. On failure the link still works on the sign-in page. */
async function signInFirstAdmin(token: string): Promise<void> {
  try {
    await callSession('POST', '/session', { token, device_name: 'Setup device' })
    isSignedIn.set()
    location.replace(base)
  } catch {
    location.replace(`${base}/sign-in#${token}`)
  }
}
