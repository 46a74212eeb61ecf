import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { finishFirstRun, readFirstRun, testInFirstRun } from '../../actions/office/first-run.ts'
import { read } from '../contract.ts'
import { FinishedSetupView, SetupBody, SetupStateView, toSetupEntry } from '../contracts/first-run.ts'
import { MailTestBody, MailTestView, toMailServer } from '../contracts/mail-server.ts'
import { gate } from '../gate.ts'
import { write, writeInSteps } from '../idempotency.ts'

/** The first run: for who holds the address that a server prints as long as it has no operator. */
export function firstRunRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/setup' })
    .use(gate(app))
    .get('/state', ({ context }) => read(context, SetupStateView, (db) => readFirstRun(db, app)), {
      forSetup: true,
      refuses: ['setup_finished'],
      response: SetupStateView.schema,
      summary: 'Read what may be chosen in the first run',
    })
    .post(
      '/mail-test',
      ({ body, context }) =>
        writeInSteps(context, MailTestView, (request) =>
          testInFirstRun(app, request, { server: toMailServer(body.mail_server), to: body.to }),
        ),
      {
        forSetup: { rateLimit: 'exchange' },
        refuses: ['setup_finished'],
        body: MailTestBody,
        response: MailTestView.schema,
        summary: 'Send a mail by a server and read what it said',
      },
    )
    .post(
      '/finish',
      ({ body, context }) =>
        write(context, FinishedSetupView, (tx) => finishFirstRun(tx, app, toSetupEntry(body), context.now), 201),
      {
        forSetup: true,
        refuses: ['setup_finished'],
        body: SetupBody,
        response: { 201: FinishedSetupView.schema },
        summary: 'Open the account, with its first admin, coaches and drivers',
      },
    )
}
