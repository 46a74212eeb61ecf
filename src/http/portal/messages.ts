import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnMessages, resendMessage } from '../../actions/messages/portal-messages.ts'
import { MessagesQuery, ResentView, SentMessagePage, toMessagesFilter } from '../contracts/portal-message.ts'
import { createGate } from '../gate.ts'
import { respondWithWrite } from '../idempotency.ts'
import { respondWithList } from '../pagination.ts'
import { input, parseIdOrRefuse } from '../schema.ts'

/** Routes of sent messages and their delivery. */
export function portalMessageRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/messages' })
    .use(createGate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        respondWithList(context, SentMessagePage, query, (db, page) =>
          listOwnMessages(db, caller, { ...page, ...toMessagesFilter(query) }),
        ),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        query: MessagesQuery,
        response: SentMessagePage.schema,
        summary: 'List emails and SMS, the newest first',
      },
    )
    .post(
      '/:id/resend',
      ({ caller, params, context }) =>
        respondWithWrite(
          context,
          ResentView,
          (tx) => resendMessage(tx, app, caller, parseIdOrRefuse(params.id), context.now),
          202,
        ),
      {
        forPortal: { needs: ['quotes:write'] },
        refuses: ['not_found', 'invalid_transition'],
        body: input({}),
        response: { 202: ResentView.schema },
        summary: 'Send a message again, with current facts',
      },
    )
}
