import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { listOwnMessages, resendMessage } from '../../actions/messages/portal-messages.ts'
import { MessagesQuery, ResentView, SentMessagePage, toMessagesFilter } from '../contracts/portal-message.ts'
import { gate } from '../gate.ts'
import { write } from '../idempotency.ts'
import { list } from '../pagination.ts'
import { idOrNotFound, input } from '../schema.ts'

/** Routes of the messages: who was told what, and whether it arrived. */
export function portalMessageRoutes(app: AppContext) {
  return new Elysia({ prefix: '/portal/v1/messages' })
    .use(gate(app))
    .get(
      '',
      ({ caller, query, context }) =>
        list(context, SentMessagePage, query, (db, page) => listOwnMessages(db, caller, { ...page, ...toMessagesFilter(query) })),
      {
        forPortal: { needs: ['bookings:read'] },
        refuses: ['not_found'],
        query: MessagesQuery,
        response: SentMessagePage.schema,
        summary: 'List mails and SMS, the newest first',
      },
    )
    .post(
      '/:id/resend',
      ({ caller, params, context }) =>
        write(context, ResentView, (tx) => resendMessage(tx, app, caller, idOrNotFound(params.id), context.now), 202),
      {
        forPortal: { needs: ['quotes:write'] },
        refuses: ['not_found', 'invalid_transition'],
        body: input({}),
        response: { 202: ResentView.schema },
        summary: 'Tell it again, as things stand now',
      },
    )
}
