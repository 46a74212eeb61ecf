import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { changeMailServer, showMailServer, testOwnMailServer } from '../../actions/outbox/mail-server.ts'
import { respondWithRead } from '../contract.ts'
import { MailTestBody, MailTestView, OutgoingMailBody, OutgoingMailView, toMailServer } from '../contracts/mail-server.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'

/** Routes of the mail server, if the server has one operator. With several operators none sees them. */
export function portalMailServerRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/mail-server' })
    .use(createGate(app))
    .get('', ({ context }) => respondWithRead(context, OutgoingMailView, (db) => showMailServer(db, app)), {
      forPortal: { admin: true },
      refuses: ['not_found'],
      response: OutgoingMailView.schema,
      summary: 'Read the mail server settings',
    })
    .put(
      '',
      ({ body, context }) =>
        respondWithWrite(context, OutgoingMailView, (tx) =>
          changeMailServer(tx, app, toMailServer(body.mail_server), context.now),
        ),
      {
        forPortal: { admin: true },
        refuses: ['not_found'],
        body: OutgoingMailBody,
        response: OutgoingMailView.schema,
        summary: 'Change or remove the mail server',
      },
    )
    .post(
      '/test',
      ({ caller, body, context }) =>
        respondWithSteps(context, MailTestView, (request) =>
          testOwnMailServer(app, caller, request, { server: toMailServer(body.mail_server), to: body.to }),
        ),
      {
        forPortal: { admin: true, rateLimit: 'exchange' },
        refuses: ['not_found'],
        body: MailTestBody,
        response: MailTestView.schema,
        summary: 'Send a test email and read the dialogue with the mail server',
      },
    )
}
