import { Button } from '@mantine/core'
import { api, type Records } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'
import { showNotice } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { PortalForm } from '../form/form.tsx'
import { MailServerFields } from '../mail/mail-server-fields.tsx'
import { buildMailServerBody, emptyMailServer, type TypedMailServer } from '../mail/typed-mail.ts'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useOutgoingMail } from './settings.ts'
import './settings.css'

type Outgoing = Records['OutgoingMail']

/** The page of the mail server (`/portal/settings/mail`), for a server with a single operator. */
export function MailSettings() {
  const query = useOutgoingMail()
  const isOthers = query.data === undefined && query.error !== null && toFailure(query.error).status === 404
  return (
    <>
      <PageHead title="Mail server" />
      {isOthers ? (
        <p className="prose">Several operators share this server. Its administrator sets the mail server.</p>
      ) : (
        <ReadStates query={query}>{({ data }) => <Outgoing key={JSON.stringify(data)} outgoing={data} />}</ReadStates>
      )}
    </>
  )
}

function toTypedMail({ mail_server: kept }: Outgoing): TypedMailServer {
  if (kept === null) return emptyMailServer
  return {
    host: kept.host,
    port: kept.port,
    security: kept.security as TypedMailServer['security'],
    username: kept.username ?? '',
    password: '',
    sender: kept.sender,
  }
}

function Outgoing({ outgoing }: { readonly outgoing: Outgoing }) {
  const { email } = useSession()
  const draft = useDraft(null, toTypedMail(outgoing))
  const write = useWrite({
    send: (mail: TypedMailServer | null, headers) =>
      api.PUT('/portal/v1/mail-server', { body: { mail_server: mail && buildMailBody(mail) }, headers }),
    refreshes: [['mail-server'], ['setup']],
    onDone: (_answer, mail) => showNotice(mail === null ? 'Mail server deleted. No emails are sent.' : 'Mail server saved.'),
  })
  if (outgoing.source === 'configuration') {
    return <p className="prose">This server’s configuration sets the mail server.</p>
  }
  return (
    <div className="settings-page">
      <PortalForm
        write={write}
        submit={() => void write.run(draft.values)}
        button="Save"
        others={
          outgoing.mail_server !== null && (
            <Button variant="default" onClick={() => void write.run(null)}>
              Delete mail server
            </Button>
          )
        }
      >
        <MailServerFields
          mail={draft.values}
          onMail={draft.set}
          to={email}
          sendTest={(body, headers) =>
            api.POST('/portal/v1/mail-server/test', { body: { to: body.to, mail_server: buildMailBody(draft.values) }, headers })
          }
          {...(outgoing.mail_server?.has_password === true && { passwordHelp: 'Leave empty to keep the current password.' })}
        />
      </PortalForm>
    </div>
  )
}

/** The request body. Without a typed password the server keeps the current one. */
function buildMailBody(mail: TypedMailServer) {
  const { password, ...rest } = buildMailServerBody(mail)
  return password === null ? rest : { ...rest, password }
}
