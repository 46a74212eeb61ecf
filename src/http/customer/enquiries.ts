import { Elysia } from 'elysia'
import type { AppContext } from '../../actions/context.ts'
import { mailLostLink } from '../../actions/customers/customer-links.ts'
import { enterEnquiry } from '../../actions/trips/trips.ts'
import { computeEmailKey } from '../../domain/email-address.ts'
import { LostLinkBody, LostLinkView } from '../contracts/customer-link.ts'
import { EnquiryView } from '../contracts/trip.ts'
import { EnquiryBody, toEnquiry, toRequestedOperator } from '../contracts/trip-input.ts'
import { countContact, createGate } from '../gate.ts'
import { respondWithSteps, respondWithWrite } from '../idempotency.ts'

/** Routes for customers without a link: an enquiry, and a new link to a trip. */
export function customerEnquiryRoutes(app: AppContext) {
  return new Elysia({ prefix: '/customer/v1' })
    .use(createGate(app))
    .post(
      '/enquiries',
      ({ body, context }) =>
        respondWithSteps(
          context,
          EnquiryView,
          (idempotent) => enterEnquiry(app, toEnquiry(body), toRequestedOperator(body), idempotent),
          201,
        ),
      {
        forAnyone: { rateLimit: 'enquiry' },
        body: EnquiryBody,
        response: { 201: EnquiryView.schema },
        summary: 'Send an enquiry for a coach',
      },
    )
    .post(
      '/link',
      async ({ body, context }) => {
        await countContact(app, context, app.secretBox.blindIndex(`customer ${computeEmailKey(body.email)}`))
        return respondWithWrite(context, LostLinkView, (tx) => mailLostLink(tx, body, context.now), 202)
      },
      {
        forAnyone: { rateLimit: 'sign_in_ip' },
        body: LostLinkBody,
        response: { 202: LostLinkView.schema },
        summary: 'Request a new link to your trip by email',
      },
    )
}
