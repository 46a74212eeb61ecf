import { useContext } from 'react'
import { TickField } from '../../office/form/fields.tsx'
import { FormContext } from '../../office/form/form.tsx'
import { type MailDraft, MailServerFields, newMailServer } from '../mail/mail-server-fields.tsx'
import { createSetupClient, type SetupState } from './setup.ts'

/**
 * The email section: the configured mail server, a mail server entered and tested here, or none yet.
 */
export function SetupMail(props: {
  readonly token: string
  readonly source: SetupState['mail_source']
  /** The draft of the mail server, which is not kept in the browser. */
  readonly mail: MailDraft
  /** Recipient of the test email: the first admin. */
  readonly to: string
}) {
  const { source, mail } = props
  const form = useContext(FormContext)
  const isWanted = mail.values.mail_server !== null
  return (
    <section aria-labelledby="setup-mail">
      <h2 id="setup-mail">Email</h2>
      {source === 'configuration' ? (
        <p>This server’s configuration sets the mail server.</p>
      ) : (
        <>
          <p className="second-line">
            Customers receive quotes and confirmations by email. You can set this up later in Settings.
          </p>
          <TickField
            path="mail_server"
            label="Set up email now"
            value={isWanted}
            onValue={(isTicked) => mail.set({ mail_server: isTicked ? newMailServer : null })}
          />
          {isWanted && (
            <FormContext value={{ ...form, draft: mail }}>
              <MailServerFields
                draft={mail}
                to={props.to}
                sendTest={(body, headers) => createSetupClient(props.token).POST('/portal/setup/mail-test', { body, headers })}
              />
            </FormContext>
          )}
        </>
      )}
    </section>
  )
}
