import { Button } from '@mantine/core'
import { api, type Records } from '../../office/api/client.ts'
import { toFailure } from '../../office/api/failure.ts'
import { showNotice } from '../../office/api/news.ts'
import { useSession } from '../../office/api/session.ts'
import { useWrite } from '../../office/api/write.ts'
import { ReadStates } from '../../office/parts/list-states.tsx'
import { PageHead } from '../../office/parts/page-head.tsx'
import { MailServerFields, mailForm, newMailServer } from '../mail/mail-server-fields.tsx'
import { useOutgoingMail } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

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

function Outgoing({ outgoing }: { readonly outgoing: Outgoing }) {
  const { email } = useSession()
  const initial = { mail_server: outgoing.mail_server ?? newMailServer }
  const draft = mailForm.useDraft(null, initial)
  const write = useWrite({
    send: (body: Records['OutgoingMailInput'], headers) => api.PUT('/portal/v1/mail-server', { body, headers }),
    refreshes: [['mail-server'], ['setup']],
    onDone: (_answer, { mail_server: sent }) =>
      showNotice(sent === null ? 'Mail server deleted. No emails are sent.' : 'Mail server saved.'),
  })
  if (outgoing.source === 'configuration') {
    return <p className="prose">This server’s configuration sets the mail server.</p>
  }
  return (
    <div className="settings-page">
      <SettingsForm
        write={write}
        draft={draft}
        initial={initial}
        submit={() => void write.run(draft.buildBody())}
        others={
          outgoing.mail_server !== null && (
            <Button variant="default" onClick={() => void write.run({ mail_server: null })}>
              Delete mail server
            </Button>
          )
        }
      >
        <MailServerFields
          draft={draft}
          to={email}
          sendTest={(body, headers) => api.POST('/portal/v1/mail-server/test', { body, headers })}
          passwordHelp={outgoing.mail_server?.has_password ? 'Leave empty to keep the current password.' : undefined}
        />
      </SettingsForm>
    </div>
  )
}
