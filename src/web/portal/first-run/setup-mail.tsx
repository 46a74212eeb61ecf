import { TickField } from '../form/fields.tsx'
import { MailServerFields } from '../mail/mail-server-fields.tsx'
import { emptyMailServer, type TypedMailServer } from '../mail/typed-mail.ts'
import { createSetupClient, type SetupState } from './setup.ts'

/**
 * The email section: the configured mail server, a mail server entered and tested here, or none yet.
 */
export function SetupMail(props: {
  readonly token: string
  readonly source: SetupState['mail_source']
  readonly mail: TypedMailServer | null
  readonly onMail: (mail: TypedMailServer | null) => void
  /** Recipient of the test email: the first admin. */
  readonly to: string
}) {
  const { source, mail, onMail } = props
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
            value={mail !== null}
            onValue={(isWanted) => onMail(isWanted ? emptyMailServer : null)}
          />
          {mail !== null && (
            <MailServerFields
              mail={mail}
              onMail={onMail}
              to={props.to}
              sendTest={(body, headers) => createSetupClient(props.token).POST('/portal/setup/mail-test', { body, headers })}
            />
          )}
        </>
      )}
    </section>
  )
}
