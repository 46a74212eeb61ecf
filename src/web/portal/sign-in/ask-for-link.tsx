import { useState } from 'react'
import { linkLifeMs } from '../../../domain/sign-in.ts'
import { spanInWords } from '../../../domain/spoken.ts'
import { root } from '../api/address.ts'
import { answerOf } from '../api/client.ts'
import { type ApiFailure, asFailure } from '../api/failure.ts'
import { TextField } from '../form/fields.tsx'
import { Form } from '../form/form.tsx'
import { keepTarget } from './target.ts'

const linkLife = spanInWords(linkLifeMs)

/** Asks for a sign-in link by mail; the answer is the same whether or not the address is known. */
export function AskForLink({ to }: { readonly to: string }) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [sending, setSending] = useState<{ isBusy: boolean; failure: ApiFailure | null }>({ isBusy: false, failure: null })

  const ask = async () => {
    setSending({ isBusy: true, failure: null })
    try {
      // Before it is sent: the mail may be here before the answer is.
      keepTarget(to)
      await answerOf(askForLink(email.trim()))
      setSentTo(email.trim())
      setSending({ isBusy: false, failure: null })
    } catch (thrown) {
      setSending({ isBusy: false, failure: asFailure(thrown) })
    }
  }

  return (
    <>
      <Form write={sending} submit={ask} button={sentTo === null ? 'Mail me a link' : 'Send another link'}>
        <TextField
          path="email"
          label="Your e-mail address"
          type="email"
          value={email}
          onValue={setEmail}
          isRequired
          most={254}
          autoComplete="email"
        />
      </Form>
      <div role="status">
        {sentTo !== null && (
          <p className="sign-in-sent">
            If {sentTo} belongs to an account, a link is on its way. Open it on this device within {linkLife}. Nothing there? Look
            in the spam folder, or ask your admin which address they invited.
          </p>
        )}
      </div>
    </>
  )
}

async function askForLink(email: string) {
  const response = await fetch(`${root}api/v1/auth/link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const body: unknown = await response.json()
  return response.ok ? { data: body, response } : { error: body, response }
}
