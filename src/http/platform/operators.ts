import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { summariseOperator } from '../../actions/money/numbers.ts'
import { changeTerms, listAccounts, openInvitedAccount, showAccount } from '../../actions/office/operators.ts'
import { respondWithRead } from '../contract.ts'
import { DeskSummaryQuery } from '../contracts/desk.ts'
import { OperatorBody, OperatorPage, OperatorView, TermsBody, toAccountTerms, toOperator } from '../contracts/operator.ts'
import { OperatorQuotesView } from '../contracts/summary.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input, pageFields } from '../schema.ts'

/** The accounts on this server. */
export function platformOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/operators' })
    .use(createGate(app))
    .get('', ({ query, context }) => respondWithList(context, OperatorPage, query, listAccounts), {
      forPlatform: true,
      query: input(pageFields),
      response: OperatorPage.schema,
      summary: 'List operators',
    })
    .post(
      '',
      ({ body, context }) =>
        respondWithWrite(
          context,
          OperatorView,
          (tx) => openInvitedAccount(tx, app, toOperator(body, app.closingHours), context.now),
          201,
        ),
      { forPlatform: true, body: OperatorBody, response: { 201: OperatorView.schema }, summary: 'Open an operator account' },
    )
    .get('/:ref', ({ params, context }) => respondWithRead(context, OperatorView, (db) => showAccount(db, params.ref)), {
      forPlatform: true,
      response: OperatorView.schema,
      summary: 'Read the account of an operator',
    })
    .get(
      '/:ref/summary',
      ({ params, query, context }) =>
        respondWithRead(context, OperatorQuotesView, (db) => summariseOperator(db, params.ref, query)),
      {
        forPlatform: true,
        query: DeskSummaryQuery,
        response: OperatorQuotesView.schema,
        refuses: ['not_found'],
        summary: "Read the results and response times of an operator's quotes",
      },
    )
    .patch(
      '/:ref',
      ({ params, body, context }) =>
        respondWithWrite(context, OperatorView, (tx) => changeTerms(tx, app, params.ref, toAccountTerms(body), context.now)),
      {
        forPlatform: true,
        body: TermsBody,
        response: OperatorView.schema,
        summary: "Change an operator's terms, or suspend the operator",
      },
    )
}
