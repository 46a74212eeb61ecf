import { useState } from 'react'
import { formatWord } from '../../plain/words.ts'
import { base, isSignedIn } from '../api/address.ts'
import { callSession } from '../api/client.ts'
import { useWrite } from '../api/write.ts'
import { AddressFields } from '../form/address-fields.tsx'
import { useDraft } from '../form/draft.ts'
import { ChoiceField, TextField } from '../form/fields.tsx'
import { PortalForm } from '../form/form.tsx'
import { toTypedAddress } from '../form/typed-address.ts'
import type { TypedMailServer } from '../mail/typed-mail.ts'
import {
  buildSetupBody,
  createSetupClient,
  emptyDriver,
  emptyVehicle,
  findCurrency,
  type SetupState,
  type TypedSetup,
} from './setup.ts'
import { SetupMail } from './setup-mail.tsx'
import { SetupDrivers, SetupVehicles } from './setup-rows.tsx'

const hereabouts = Intl.DateTimeFormat().resolvedOptions().timeZone

function buildFirstSetup({ timezones }: SetupState): TypedSetup {
  const timezone = timezones.includes(hereabouts) ? hereabouts : null
  return {
    company: '',
    timezone,
    currency: timezone === null ? null : findCurrency(timezone),
    licence: '',
    phone: '',
    address: toTypedAddress(null, timezone),
    name: '',
    email: '',
    vehicles: [emptyVehicle],
    drivers: [emptyDriver],
  }
}

/** The setup form: company, first admin, email, fleet and drivers. The browser keeps a draft until it is sent. */
export function SetupForm({ token, state }: { readonly token: string; readonly state: SetupState }) {
  const draft = useDraft('first-run', buildFirstSetup(state))
  const [mail, setMail] = useState<TypedMailServer | null>(null)
  const { values, set } = draft
  const write = useWrite({
    send: (body: ReturnType<typeof buildSetupBody>, headers) =>
      createSetupClient(token).POST('/portal/setup/finish', { body, headers }),
    refreshes: [],
    onDone: ({ data }) => {
      draft.clear()
      void signInFirstAdmin(data.sign_in_token)
    },
  })
  return (
    <PortalForm write={write} submit={() => void write.run(buildSetupBody(values, mail))} button="Finish setup">
      <section aria-labelledby="setup-company">
        <h2 id="setup-company">Your company</h2>
        <TextField
          path="company.name"
          label="Name"
          help="Shown to customers on quotes and invoices."
          value={values.company}
          onValue={(company) => set({ company })}
          isRequired
          isFocused
          most={160}
          autoComplete="organization"
        />
        <div className="form-row">
          <ChoiceField
            path="company.timezone"
            label="Time zone"
            value={values.timezone}
            onValue={(timezone) => set({ timezone })}
            choices={state.timezones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            isRequired
          />
          <ChoiceField
            path="company.currency_code"
            label="Currency"
            value={values.currency}
            onValue={(currency) => set({ currency })}
            choices={state.currencies.map((value) => ({ value, label: formatCurrencyName(value) }))}
            isRequired
          />
        </div>
        <div className="form-row">
          <TextField
            path="company.phone"
            label="Phone"
            type="tel"
            value={values.phone}
            onValue={(phone) => set({ phone })}
            most={24}
            autoComplete="tel"
          />
          <TextField
            path="company.operator_licence"
            label="Operator licence"
            value={values.licence}
            onValue={(licence) => set({ licence })}
            most={80}
          />
        </div>
        <AddressFields
          path="company.address"
          legend="Postal address"
          values={values.address}
          onValues={(address) => set({ address })}
        />
      </section>
      <section aria-labelledby="setup-admin">
        <h2 id="setup-admin">You</h2>
        <p className="second-line">You are the first admin. You can invite others and set their roles.</p>
        <div className="form-row">
          <TextField
            path="admin.name"
            label="Your name"
            value={values.name}
            onValue={(name) => set({ name })}
            isRequired
            most={160}
            autoComplete="name"
          />
          <TextField
            path="admin.email"
            label="Your email address"
            type="email"
            value={values.email}
            onValue={(email) => set({ email })}
            isRequired
            most={254}
            autoComplete="email"
          />
        </div>
      </section>
      <SetupMail token={token} source={state.mail_source} mail={mail} onMail={setMail} to={values.email} />
      <SetupVehicles
        types={state.vehicle_types.map((value) => ({ value, label: formatWord(value) }))}
        vehicles={values.vehicles}
        onVehicles={(vehicles) => set({ vehicles })}
      />
      <SetupDrivers drivers={values.drivers} onDrivers={(drivers) => set({ drivers })} />
    </PortalForm>
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
