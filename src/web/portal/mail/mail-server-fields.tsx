import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Records, Sent } from '../../office/api/client.ts'
import { useWrite, type WriteHeaders } from '../../office/api/write.ts'
import { type BoundDraft, createForm } from '../../office/form/bound-fields.tsx'
import { readLimits } from '../../office/form/limits.ts' with { type: 'macro' }
import { WriteFailure } from '../../office/form/write-failure.tsx'
import './mail.css'

/** The form of a mail server. */
export const mailForm = createForm<Records['OutgoingMailInput']>(readLimits('OutgoingMailInput'))

/** The values of a new mail server. */
export const newMailServer = { port: 587, security: 'starttls' }

/** The draft of a mail server. */
export type MailDraft = BoundDraft<Records['OutgoingMailInput']>

const securities = [
  { value: 'starttls', label: 'STARTTLS (usual, port 587)' },
  { value: 'tls', label: 'TLS from the start (port 465)' },
  { value: 'none', label: 'None (a server on this machine)' },
]

/** The fields of a mail server, with a test that shows its answers. */
export function MailServerFields(props: {
  readonly draft: MailDraft
  /** Recipient of the test email: the person who is signed in. */
  readonly to: string
  readonly sendTest: SendTest
  readonly passwordHelp?: string | undefined
}) {
  return (
    <>
      <div className="form-row">
        <mailForm.Text at="mail_server.host" label="Mail server" help="For example smtp.example.com" />
        <mailForm.Whole at="mail_server.port" label="Port" help="Usually 587" />
      </div>
      <mailForm.Choice at="mail_server.security" label="Encryption" choices={securities} />
      <div className="form-row">
        <mailForm.Text at="mail_server.username" label="User name" />
        <mailForm.Text
          at="mail_server.password"
          label="Password"
          type="password"
          autoComplete="new-password"
          help={props.passwordHelp}
        />
      </div>
      <mailForm.Text
        at="mail_server.sender"
        label="Sender address"
        help="Customers see and reply to this address."
        type="email"
      />
      <MailTest sendTest={props.sendTest} draft={props.draft} to={props.to.trim()} />
    </>
  )
}

type MailTestAnswer = Records['MailTest']

/** The call that sends a test email. */
type SendTest = (body: Records['MailTestInput'], headers: WriteHeaders) => Sent<{ data: MailTestAnswer }>

const speakers: Readonly<Record<string, string>> = { client: 'This server', server: 'Mail server', connection: 'Connection' }

/** Sends a test email, and shows the answers of the mail server. */
function MailTest({ sendTest, draft, to }: { readonly sendTest: SendTest; readonly draft: MailDraft; readonly to: string }) {
  const test = useWrite({ send: sendTest, refreshes: [] })
  const [heard, setHeard] = useState<MailTestAnswer | null>(null)
  const run = async () => {
    setHeard(null)
    setHeard((await test.run({ ...draft.buildBody(), to }))?.data ?? null)
  }
  const { host, sender } = draft.values.mail_server ?? {}
  const isReady = [host, sender, to].every((text) => (text ?? '').trim() !== '')
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
