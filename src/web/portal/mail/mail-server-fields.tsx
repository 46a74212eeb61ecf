import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Records, Sent } from '../api/client.ts'
import { useWrite } from '../api/write.ts'
import { ChoiceField, TextField, WholeField } from '../form/fields.tsx'
import { WriteFailure } from '../form/write-failure.tsx'
import { buildMailServerBody, type TypedMailServer } from './typed-mail.ts'

const securities = [
  { value: 'starttls', label: 'STARTTLS (usual, port 587)' },
  { value: 'tls', label: 'TLS from the start (port 465)' },
  { value: 'none', label: 'None (a server on this machine)' },
] as const

/** The fields of a mail server, with a test that shows its answers. */
export function MailServerFields(props: {
  readonly mail: TypedMailServer
  readonly onMail: (mail: TypedMailServer) => void
  /** Recipient of the test email: the person who is signed in. */
  readonly to: string
  readonly sendTest: SendTest
  readonly passwordHelp?: string
}) {
  const { mail } = props
  const set = (change: Partial<TypedMailServer>) => props.onMail({ ...mail, ...change })
  return (
    <>
      <div className="form-row">
        <TextField
          path="mail_server.host"
          label="Mail server"
          help="For example smtp.example.com"
          value={mail.host}
          onValue={(host) => set({ host })}
          isRequired
          most={253}
        />
        <WholeField
          path="mail_server.port"
          label="Port"
          help="Usually 587"
          value={mail.port}
          onValue={(port) => set({ port })}
          isRequired
          least={1}
          most={65_535}
        />
      </div>
      <ChoiceField
        path="mail_server.security"
        label="Encryption"
        value={mail.security}
        onValue={(security) => set({ security: security ?? 'starttls' })}
        choices={securities}
        isRequired
      />
      <div className="form-row">
        <TextField
          path="mail_server.username"
          label="User name"
          value={mail.username}
          onValue={(username) => set({ username })}
          most={254}
        />
        <TextField
          path="mail_server.password"
          label="Password"
          type="password"
          value={mail.password}
          onValue={(password) => set({ password })}
          most={500}
          autoComplete="new-password"
          {...(props.passwordHelp !== undefined && { help: props.passwordHelp })}
        />
      </div>
      <TextField
        path="mail_server.sender"
        label="Sender address"
        help="Customers see and reply to this address."
        type="email"
        value={mail.sender}
        onValue={(sender) => set({ sender })}
        isRequired
        most={254}
      />
      <MailTest sendTest={props.sendTest} mail={mail} to={props.to} />
    </>
  )
}

type MailTestAnswer = Records['MailTest']

/** The call that sends a test email. */
type SendTest = (
  body: { mail_server: ReturnType<typeof buildMailServerBody>; to: string },
  headers: { readonly 'Idempotency-Key': string },
) => Sent<{ data: MailTestAnswer }>

const speakers: Readonly<Record<string, string>> = { client: 'This server', server: 'Mail server', connection: 'Connection' }

/** Sends a test email, and shows the answers of the mail server. */
function MailTest({ sendTest, mail, to }: { readonly sendTest: SendTest; readonly mail: TypedMailServer; readonly to: string }) {
  const test = useWrite({ send: sendTest, refreshes: [] })
  const [heard, setHeard] = useState<MailTestAnswer | null>(null)
  const run = async () => {
    setHeard(null)
    setHeard((await test.run({ mail_server: buildMailServerBody(mail), to: to.trim() }))?.data ?? null)
  }
  const isReady = mail.host.trim() !== '' && mail.sender.trim() !== '' && to.trim() !== ''
  return (
    <div className="mail-test">
      <Button variant="default" size="sm" onClick={() => void run()} loading={test.isBusy} disabled={!isReady}>
        Send test email
      </Button>
      {!isReady && <p className="second-line">Enter your email address, the mail server and the sender address first.</p>}
      <WriteFailure failure={test.failure} rest={Object.values(test.failure?.fields ?? {}).flat()} />
      <div role="status">
        {heard !== null && (
          <>
            <p>
              {heard.sent ? `The mail server accepted an email to ${to}. Check that it arrives.` : 'The test email was not sent.'}{' '}
              Log:
            </p>
            <ol className="dialogue">
              {heard.dialogue.map(({ by, line }, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines are ordered and can repeat
                <li key={nth}>
                  <span className="second-line">{speakers[by]}</span> <code>{line}</code>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  )
}
