import { Elysia } from 'elysia'
import type { Office } from '../actions/amendments/amending-office.ts'
import {
  declineChangeRequest,
  grantChangeRequest,
  proposeAmendment,
  type ShownAmendment,
  withdrawAmendment,
} from '../actions/amendments/amendments.ts'
import type { AppContext } from '../actions/context.ts'
import type { Caller } from '../domain/caller.ts'
import type { Reader } from '../storage/storage.ts'
import { respondWithRead } from './contract.ts'
import {
  AmendmentBody,
  AmendmentsView,
  AmendmentView,
  GrantBody,
  RefusalBody,
  toChangeRequestAnswer,
  toProposal,
} from './contracts/amendment.ts'
import { createGate } from './gate.ts'
import { respondWithSteps } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'
import type { PortalTerms } from './route-terms.ts'
import { input, parseIdOrRefuse } from './schema.ts'

/** A side that changes bookings: the callers that its routes admit, and the bookings that it finds. */
type AmendingSide<Who extends Caller> = {
  readonly reading: AdmittedCallers
  readonly changing: AdmittedCallers
  buildOffice(caller: Who, ref: string): Office
  list(db: Reader, caller: Who, ref: string): Promise<ShownAmendment[]>
}

type AdmittedCallers = { readonly forPortal: PortalTerms } | { readonly forPlatform: true }

/** Refusals of every change to a booking. */
export const amendmentRefusals = [
  'not_found',
  'booking_not_confirmed',
  'trip_cancelled',
  'trip_finished',
  'invalid_transition',
] as const

/** Routes below `prefix` for the changes that a side makes to bookings. */
export function amendmentRoutes<Who extends Caller>(
  app: AppContext,
  prefix: `/${string}/:ref/amendments`,
  { reading, changing, buildOffice, list }: AmendingSide<Who>,
) {
  const findOffice = ({ caller }: RequestContext, ref: string) => buildOffice(caller as Who, ref)
  const answering = { ...changing, refuses: amendmentRefusals, response: AmendmentView.schema }
  return new Elysia({ prefix })
    .use(createGate(app))
    .get(
      '',
      ({ params, context }) => respondWithRead(context, AmendmentsView, (db) => list(db, context.caller as Who, params.ref)),
      { ...reading, response: AmendmentsView.schema, summary: 'List the changes to a booking, the oldest first' },
    )
    .post(
      '',
      ({ params, body, context }) =>
        respondWithSteps(
          context,
          AmendmentView,
          (idempotent) => proposeAmendment(app, findOffice(context, params.ref), toProposal(body), idempotent),
          201,
        ),
      {
        ...changing,
        refuses: [...amendmentRefusals, 'amendment_pending'],
        body: AmendmentBody,
        response: { 201: AmendmentView.schema },
        summary: 'Change a booking, or send the change to the customer for approval',
      },
    )
    .post(
      '/:id/apply',
      ({ params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          grantChangeRequest(app, findOffice(context, ref), parseIdOrRefuse(id), toChangeRequestAnswer(body), idempotent),
        ),
      { ...answering, body: GrantBody, summary: 'Accept a requested change, or quote a price for it' },
    )
    .post(
      '/:id/decline',
      ({ params: { ref, id }, body, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          declineChangeRequest(app, findOffice(context, ref), parseIdOrRefuse(id), body.reason, idempotent),
        ),
      { ...answering, body: RefusalBody, summary: 'Decline a requested change, with a reason' },
    )
    .post(
      '/:id/withdraw',
      ({ params: { ref, id }, context }) =>
        respondWithSteps(context, AmendmentView, (idempotent) =>
          withdrawAmendment(app, findOffice(context, ref), parseIdOrRefuse(id), idempotent),
        ),
      { ...answering, body: input({}), summary: 'Withdraw a proposed change' },
    )
}
