import type { FactName } from '../../domain/notices.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Attachment } from '../../gateways/messages.ts'
import { findBookingOfTrip, type TripBooking } from '../../storage/queries/bookings.ts'
import { findInvoiceOfBooking } from '../../storage/queries/invoices.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { renderInvoiceCopy } from '../papers/account-papers.ts'
import { renderConfirmation, renderReceipt } from '../papers/booked-papers.ts'
import { findBookingForCalendar, renderTripCalendar } from '../trips/trip-calendars.ts'

/**
 * Makes an attachment of an email. It is called when the email is sent, outside any transaction; the attachment is not stored.
 */
export type Enclosure = () => Promise<Attachment>

type Enclosed = 'calendar' | 'confirmation' | 'receipt' | 'invoice'

/** Attachments of each email to a customer, if they exist. */
const enclosedWith: Partial<Readonly<Record<FactName, readonly Enclosed[]>>> = {
  booked: ['calendar', 'confirmation', 'receipt', 'invoice'],
  amended: ['calendar', 'confirmation'],
  cancelled: ['calendar'],
  balance_reminder: ['invoice'],
  balance_due: ['invoice'],
  balance_overdue: ['invoice'],
}

function listEnclosures(row: MessageRow): readonly Enclosed[] {
  const { channel, toKind, fact } = row
  if (channel !== 'mail' || toKind !== 'customer' || fact === null) return []
  return enclosedWith[fact] ?? []
}

/** Whether a message includes the invoice of the customer's trip, if it exists. */
export function hasInvoiceEnclosed(row: MessageRow): boolean {
  return listEnclosures(row).includes('invoice')
}

/** The makers of the attachments of a message at this moment. */
export async function findEnclosureMakers(db: Reader, context: WorkerContext, row: MessageRow): Promise<Enclosure[]> {
  const { tripId } = row
  const wanted = listEnclosures(row)
  if (tripId === null || wanted.length === 0) return []
  const record = await findBookingOfTrip(db, tripId)
  if (record === null) return []
  const enclosures: Enclosure[] = []
  for (const one of wanted) {
    const made = one === 'calendar' ? await calendarOf(db, context, record) : await paperOf(db, context, one, record)
    if (made !== null) enclosures.push(made)
  }
  return enclosures
}

async function calendarOf(db: Reader, context: WorkerContext, record: TripBooking): Promise<Enclosure> {
  const booking = await findBookingForCalendar(db, context, record)
  return async () => ({
    name: 'coach-trip.ics',
    type: 'text/calendar;charset=utf-8;method=PUBLISH',
    content: renderTripCalendar(booking),
  })
}

async function paperOf(
  db: Reader,
  { press, clock }: WorkerContext,
  kind: Exclude<Enclosed, 'calendar'>,
  record: TripBooking,
): Promise<Enclosure | null> {
  const paper = await unlessMissing(writtenPaper(db, kind, record, clock()))
  if (paper === null) return null
  return async () => ({ name: `${paper.fileName}.pdf`, type: 'application/pdf', content: await press.print(paper) })
}

async function writtenPaper(db: Reader, kind: Exclude<Enclosed, 'calendar'>, record: TripBooking, now: number) {
  if (kind === 'confirmation') return renderConfirmation(db, record, now)
  if (kind === 'receipt') return renderReceipt(db, record, now)
  const { id, operatorId } = record.booking
  const invoice = await findInvoiceOfBooking(db, id)
  return invoice && renderInvoiceCopy(db, operatorId, invoice, now)
}

/** Null for a missing paper, such as a receipt before any payment. */
async function unlessMissing(writing: Promise<PrintedPaper | null>): Promise<PrintedPaper | null> {
  try {
    return await writing
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') return null
    throw fault
  }
}
