import { TickField } from '../form/fields.tsx'
import { MailServerFields } from '../mail/mail-server-fields.tsx'
import { emptyMailServer, type TypedMailServer } from '../mail/typed-mail.ts'
import { clientWith, type SetupState } from './setup.ts'

/**
 * The section on how mails leave: as the server is configured, by a mail server typed here and tested, or not for now.
 */
export function SetupMail(props: {
  readonly token: string
  readonly source: SetupState['mail_source']
  readonly mail: TypedMailServer | null
  readonly onMail: (mail: TypedMailServer | null) => void
  /** Address the test goes to: that of the person who is setting up. */
  readonly to: string
}) {
  const { source, mail, onMail } = props
  return (
    <section aria-labelledby="setup-mail">
      <h2 id="setup-mail">Mail</h2>
      {source === 'configuration' ? (
        <p>Mails leave by the server that this installation is configured with.</p>
      ) : (
        <>
          <p className="second-line">
            Customers get their quotes and confirmations by mail, and you your sign-in links. It can wait: Settings has the same
            fields.
          </p>
          <TickField
            path="mail_server"
            label="Set up mail now"
            value={mail !== null}
            onValue={(isWanted) => onMail(isWanted ? emptyMailServer : null)}
          />
          {mail !== null && (
            <MailServerFields
              mail={mail}
              onMail={onMail}
              to={props.to}
              sendTest={(body, headers) => clientWith(props.token).POST('/portal/setup/mail-test', { body, headers })}
            />
          )}
        </>
      )}
    </section>
  )
}
