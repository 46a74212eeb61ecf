import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { summariseOperator } from '../../actions/money/numbers.ts'
import { changeTerms, listAccounts, openInvitedAccount, showAccount } from '../../actions/office/operators.ts'
import { read } from '../contract.ts'
import { DeskSummaryQuery } from '../contracts/desk.ts'
import { OperatorBody, OperatorPage, OperatorView, TermsBody, toAccountTerms, toOperator } from '../contracts/operator.ts'
import { OperatorQuotesView } from '../contracts/summary.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { input, pageFields } from '../schema.ts'

/** The accounts on this server. */
export function platformOperatorRoutes(app: AppContext) {
  return new Elysia({ prefix: '/platform/v1/operators' })
    .use(gate(app))
    .get('', ({ query, context }) => list(context, OperatorPage, query, listAccounts), {
      forPlatform: true,
      query: input(pageFields),
      response: OperatorPage.schema,
      summary: 'List operators',
    })
    .post(
      '',
      ({ body, context }) =>
        write(context, OperatorView, (tx) => openInvitedAccount(tx, app, toOperator(body, app.closingHours), context.now), 201),
      { forPlatform: true, body: OperatorBody, response: { 201: OperatorView.schema }, summary: 'Open an operator account' },
    )
    .get('/:ref', ({ params, context }) => read(context, OperatorView, (db) => showAccount(db, params.ref)), {
      forPlatform: true,
      response: OperatorView.schema,
      summary: 'Read the account of an operator',
    })
    .get(
      '/:ref/summary',
      ({ params, query, context }) => read(context, OperatorQuotesView, (db) => summariseOperator(db, params.ref, query)),
      {
        forPlatform: true,
        query: DeskSummaryQuery,
        response: OperatorQuotesView.schema,
        refuses: ['not_found'],
        summary: 'Read how the quotes of an operator ended, and how soon they came',
      },
    )
    .patch(
      '/:ref',
      ({ params, body, context }) =>
        write(context, OperatorView, (tx) => changeTerms(tx, app, params.ref, toAccountTerms(body), context.now)),
      {
        forPlatform: true,
        body: TermsBody,
        response: OperatorView.schema,
        summary: 'Change the terms of an operator, or suspend it',
      },
    )
}
