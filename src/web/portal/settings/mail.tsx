import { Button } from '@mantine/core'
import { api, type Records } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { say } from '../api/news.ts'
import { useSession } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { useDraft } from '../form/draft.ts'
import { Form } from '../form/form.tsx'
import { MailServerFields } from '../mail/mail-server-fields.tsx'
import { emptyMailServer, mailBodyOf, type TypedMailServer } from '../mail/typed-mail.ts'
import { ReadStates } from '../parts/list-states.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useOutgoingMail } from './settings.ts'
import './settings.css'

type Outgoing = Records['OutgoingMail']

/** The page of how mails leave (`/portal/settings/mail`), where the server is this operator's alone. */
export function MailSettings() {
  const query = useOutgoingMail()
  const isOthers = query.data === undefined && query.error !== null && asFailure(query.error).status === 404
  return (
    <>
      <PageHead title="Mail server" />
      {isOthers ? (
        <p className="prose">Several operators share this server; who runs it decides how mails leave.</p>
      ) : (
        <ReadStates query={query}>{({ data }) => <Outgoing key={JSON.stringify(data)} outgoing={data} />}</ReadStates>
      )}
    </>
  )
}

function typedFrom({ mail_server: kept }: Outgoing): TypedMailServer {
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
  const draft = useDraft(null, typedFrom(outgoing))
  const write = useWrite({
    send: (mail: TypedMailServer | null, headers) =>
      api.PUT('/portal/v1/mail-server', { body: { mail_server: mail && bodyOf(mail) }, headers }),
    refreshes: [['mail-server'], ['setup']],
    onDone: (_answer, mail) => say(mail === null ? 'Forgotten: no mail leaves.' : 'Mails leave by it from now on.'),
  })
  if (outgoing.source === 'configuration') {
    return <p className="prose">Mails leave by the server that this installation is configured with, which goes first.</p>
  }
  return (
    <div className="settings-page">
      <Form
        write={write}
        submit={() => void write.run(draft.values)}
        button="Save"
        others={
          outgoing.mail_server !== null && (
            <Button variant="default" onClick={() => void write.run(null)}>
              Forget it
            </Button>
          )
        }
      >
        <MailServerFields
          mail={draft.values}
          onMail={draft.set}
          to={email}
          sendTest={(body, headers) =>
            api.POST('/portal/v1/mail-server/test', { body: { to: body.to, mail_server: bodyOf(draft.values) }, headers })
          }
          {...(outgoing.mail_server?.has_password === true && { passwordHelp: 'Leave it empty to keep the one there is.' })}
        />
      </Form>
    </div>
  )
}

/** A password that was not typed is left out, which keeps the one there is. */
function bodyOf(mail: TypedMailServer) {
  const { password, ...rest } = mailBodyOf(mail)
  return password === null ? rest : { ...rest, password }
}
