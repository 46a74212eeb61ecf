import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeMailServer, showMailServer, testOwnMailServer } from '../../actions/messages/mail-server.ts'
import { read } from '../contract.ts'
import { MailTestBody, MailTestView, OutgoingMailBody, OutgoingMailView, toMailServer } from '../contracts/mail-server.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'

/** Routes of how mails leave a server that one operator has for itself; where several share it, none sees this. */
export function portalMailServerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/mail-server' })
    .use(gate(app))
    .get('', ({ context }) => read(context, OutgoingMailView, (db) => showMailServer(db, app)), {
      forPortal: { admin: true },
      refuses: ['not_found'],
      response: OutgoingMailView.schema,
      summary: 'Read how mails leave',
    })
    .put(
      '',
      ({ body, context }) =>
        write(context, OutgoingMailView, (tx) => changeMailServer(tx, app, toMailServer(body.mail_server), context.now)),
      {
        forPortal: { admin: true },
        refuses: ['not_found'],
        body: OutgoingMailBody,
        response: OutgoingMailView.schema,
        summary: 'Have mails leave by another server, or by none',
      },
    )
    .post(
      '/test',
      ({ caller, body, context }) =>
        writeInSteps(context, MailTestView, (request) =>
          testOwnMailServer(app, caller, request, { server: toMailServer(body.mail_server), to: body.to }),
        ),
      {
        forPortal: { admin: true, rateLimit: 'exchange' },
        refuses: ['not_found'],
        body: MailTestBody,
        response: MailTestView.schema,
        summary: 'Send a mail by a server and read what it said',
      },
    )
}
