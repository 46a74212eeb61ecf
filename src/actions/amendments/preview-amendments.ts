import { isCustomerConsentNeeded, requireConsent } from '../../domain/amendment-consent.ts'
import { computeBookingSums } from '../../domain/ledger.ts'
import type { BookingRow } from '../../storage/queries/bookings.ts'
import { listExtras } from '../../storage/queries/extras.ts'
import type { Writer } from '../../storage/storage.ts'
import type { AppContext } from '../context.ts'
import { locateChanges } from './amended-drives.ts'
import type { Office } from './amending-office.ts'
import { type Proposal, planDraft, requireAmendableBooking } from './amendments.ts'
import { computeAmendmentPrice } from './apply-amendments.ts'

/** The money of a booking after a change. Amounts in minor units. */
export type AmendmentPreview = {
  /** The booking with its new price and the amount due. The amount paid does not change in a preview. */
  readonly booking: BookingRow
  readonly priceDifferenceAmount: number
  readonly refundAmount: number
  readonly isConsentNeeded: boolean
  /** Instant (ms) of the preview. */
  readonly asOf: number
}

/** Previews the money after a change at this moment. Writes nothing, and refuses as `proposeAmendment` does. */
export async function previewAmendment(
  app: AppContext,
  office: Office,
  { consent, ...asked }: Proposal,
): Promise<AmendmentPreview> {
  const tripId = await office.tripId(app)
  const { changes, find } = await locateChanges(app, tripId, asked.changes, { key: null })
  return transactAndUndo(app, async (tx) => {
    const now = app.clock()
    const record = await requireAmendableBooking(tx, await office.find(tx, now), now)
    const { plan } = await planDraft(tx, app, record, { ...asked, changes }, find, now)
    requireConsent(consent, plan.before, plan.after)
    const { price, payments, refundAmount } = await computeAmendmentPrice(tx, record, plan, now)
    const moved = { ...record.booking, ...price }
    return {
      booking: { ...moved, ...computeBookingSums(moved, payments, await listExtras(tx, moved.id)) },
      priceDifferenceAmount: plan.after.priceAmount - plan.before.priceAmount,
      refundAmount,
      isConsentNeeded: isCustomerConsentNeeded(plan.before, plan.after),
      asOf: now,
    }
  })
}

/** Runs work in a transaction and rolls it back. The work sees deadlines that have passed, and writes nothing. */
async function transactAndUndo<T>({ storage }: AppContext, work: (tx: Writer) => Promise<T>): Promise<T> {
  const undone = new Error('A preview is rolled back.')
  const found: T[] = []
  await storage
    .transact(async (tx) => {
      found.push(await work(tx))
      throw undone
    })
    .catch((fault) => {
      if (fault !== undone) throw fault
    })
  return found.at(-1) as T
}
