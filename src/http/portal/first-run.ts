import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { finishFirstRun, readFirstRun, testInFirstRun } from '../../actions/office/first-run.ts'
import { respondWithRead } from '../contract.ts'
import { FinishedSetupView, SetupBody, SetupStateView, toSetupEntry } from '../contracts/first-run.ts'
import { MailTestBody, MailTestView, toMailServer } from '../contracts/mail-server.ts'
import { createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'

/** Routes of the setup, for the holder of the printed address while there is no operator. */
export function firstRunRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/setup' })
    .use(createGate(app))
    .get('/state', ({ context }) => respondWithRead(context, SetupStateView, (db) => readFirstRun(db, app)), {
      forSetup: true,
      refuses: ['setup_finished'],
      response: SetupStateView.schema,
      summary: 'Read the choices of the setup',
    })
    .post(
      '/mail-test',
      ({ body, context }) =>
        respondWithSteps(context, MailTestView, (request) =>
          testInFirstRun(app, request, { server: toMailServer(body.mail_server), to: body.to }),
        ),
      {
        forSetup: { rateLimit: 'exchange' },
        refuses: ['setup_finished'],
        body: MailTestBody,
        response: MailTestView.schema,
        summary: 'Send a test email and read the dialogue with the mail server',
      },
    )
    .post(
      '/finish',
      ({ body, context }) =>
        respondWithWrite(context, FinishedSetupView, (tx) => finishFirstRun(tx, app, toSetupEntry(body), context.now), 201),
      {
        forSetup: true,
        refuses: ['setup_finished'],
        body: SetupBody,
        response: { 201: FinishedSetupView.schema },
        summary: 'Create the account, with its first admin, vehicles and drivers',
      },
    )
}
