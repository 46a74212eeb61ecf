import { useState } from 'preact/hooks'
import { formatStepLabel } from '../../plain/refusal-words.ts'
import { CheckedForm, Field, TripFaultCount } from './form.tsx'
import { TripSection, usePage } from './parts.tsx'

/** The form that requests a new link by email. The response is the same for every address. */
export function LostLink() {
  const { sendLink, isBusy, backRef } = usePage()
  const [email, setEmail] = useState('')
  const [ref, setRef] = useState(backRef ?? '')
  return (
    <TripSection id="lost" title="Get a new link">
      <p>Enter your email address and reference. We email you a new link.</p>
      <CheckedForm send={() => sendLink(email, ref)}>
        <Field id="lost-email" label="Email address" missing="Enter your email address.">
          <input
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </Field>
        <Field id="lost-ref" label="Reference, such as TR-7K3MQ2" missing="Enter the reference.">
          <input
            required
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            value={ref}
            onInput={({ currentTarget }) => setRef(currentTarget.value)}
          />
        </Field>
        <TripFaultCount />
        <button type="submit" disabled={isBusy}>
          {formatStepLabel('send_link')}
        </button>
      </CheckedForm>
    </TripSection>
  )
}
