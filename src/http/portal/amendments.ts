import { buildOperatorOffice } from '../../actions/amendments/amending-office.ts'
import { listAmendments } from '../../actions/amendments/amendments.ts'
import { previewAmendment } from '../../actions/amendments/preview-amendments.ts'
import type { AppContext } from '../../actions/context.ts'
import type { PortalCaller } from '../../domain/caller.ts'
import { amendmentRefusals, amendmentRoutes } from '../amendment-routes.ts'
import { respondWithThing } from '../contract.ts'
import { AmendmentPreviewBody, AmendmentPreviewView, toPreviewed } from '../contracts/amendment.ts'

const changing = { forPortal: { needs: ['quotes:write'] } } as const

/** Routes for the operator's changes to bookings. */
export function portalAmendmentRoutes(app: AppContext) {
  return amendmentRoutes<PortalCaller>(app, '/portal/v1/bookings/:ref/amendments', {
    reading: { forPortal: { needs: ['bookings:read'] } },
    changing,
    buildOffice: buildOperatorOffice,
    list: listAmendments,
  }).post(
    '/preview',
    async ({ caller, params, body, context }) =>
      respondWithThing(
        context,
        AmendmentPreviewView,
        await previewAmendment(app, buildOperatorOffice(caller, params.ref), toPreviewed(body)),
      ),
    {
      ...changing,
      refuses: [...amendmentRefusals, 'amendment_pending'],
      body: AmendmentPreviewBody,
      response: AmendmentPreviewView.schema,
      summary: 'Preview the amounts of a change to a booking',
    },
  )
}
