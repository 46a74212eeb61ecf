import { useState } from 'preact/hooks'
import { stepLabel } from '../../plain/refusal-words.ts'
import { FaultCount, Field, Form } from './form.tsx'
import { Section, usePage } from './parts.tsx'

/** The form for those whose link is lost: a new one comes by mail, and the answer is the same for everybody. */
export function LostLink() {
  const { sendLink, isBusy, backRef } = usePage()
  const [email, setEmail] = useState('')
  const [ref, setRef] = useState(backRef ?? '')
  return (
    <Section id="lost" title="A new link">
      <p>Tell us your trip and the address you gave for it, and a new link comes to you by mail.</p>
      <Form send={() => sendLink(email, ref)}>
        <Field id="lost-email" label="Your e-mail address" missing="Enter your email address.">
          <input
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </Field>
        <Field id="lost-ref" label="The reference of your trip, such as TR-7K3MQ2" missing="Enter the reference of your trip.">
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
        <FaultCount />
        <button type="submit" disabled={isBusy}>
          {stepLabel('send_link')}
        </button>
      </Form>
    </Section>
  )
}
