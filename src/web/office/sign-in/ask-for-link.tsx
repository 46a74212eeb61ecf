import { Box } from '@mantine/core'
import { useState } from 'react'
import { linkLifeMs } from '../../../domain/sign-in.ts'
import { formatDurationInWords } from '../../../domain/spoken.ts'
import { root } from '../api/address.ts'
import { requireAnswer } from '../api/client.ts'
import { type ApiFailure, toFailure } from '../api/failure.ts'
import { TextField } from '../form/fields.tsx'
import { OfficeForm } from '../form/form.tsx'
import { saveTarget } from './target.ts'

const linkLife = formatDurationInWords(linkLifeMs)

/** The form that requests a sign-in link by email. The answer is the same for unknown addresses. */
export function AskForLink({ to }: { readonly to: string }) {
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [sending, setSending] = useState<{ isBusy: boolean; failure: ApiFailure | null }>({ isBusy: false, failure: null })

  const ask = async () => {
    setSending({ isBusy: true, failure: null })
    try {
      // Before sending, because the email can arrive before the answer.
      saveTarget(to)
      await requireAnswer(askForLink(email.trim()))
      setSentTo(email.trim())
      setSending({ isBusy: false, failure: null })
    } catch (thrown) {
      setSending({ isBusy: false, failure: toFailure(thrown) })
    }
  }

  return (
    <>
      <OfficeForm write={sending} submit={ask} button={sentTo === null ? 'Email me a link' : 'Send another link'}>
        <TextField
          path="email"
          label="Your email address"
          type="email"
          value={email}
          onValue={setEmail}
          isRequired
          most={254}
          autoComplete="email"
        />
      </OfficeForm>
      <div role="status">
        {sentTo !== null && (
          <Box component="p" bg="var(--good-ground)" bdrs="md" p="sm">
            If {sentTo} belongs to an account, we have sent a link. Open it on this device within {linkLife}. If it does not
            arrive, check your spam folder or ask your admin.
          </Box>
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
