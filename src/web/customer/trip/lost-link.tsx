import { useState } from 'preact/hooks'
import { Section, usePage } from './parts.tsx'

/** The form for those whose link is lost: a new one comes by mail, and the answer is the same for everybody. */
export function LostLink() {
  const { sendLink, isBusy, backRef } = usePage()
  const [email, setEmail] = useState('')
  const [ref, setRef] = useState(backRef ?? '')
  return (
    <Section id="lost" title="A new link">
      <p>Tell us your trip and the address you gave for it, and a new link comes to you by mail.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sendLink(email, ref)
        }}
      >
        <label for="lost-email">Your e-mail address</label>
        <input
          id="lost-email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          value={email}
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <label for="lost-ref">The reference of your trip, such as TR-7K3MQ2</label>
        <input
          id="lost-ref"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellcheck={false}
          value={ref}
          onInput={({ currentTarget }) => setRef(currentTarget.value)}
        />
        <button type="submit" disabled={isBusy}>
          Send me a new link
        </button>
      </form>
    </Section>
  )
}
