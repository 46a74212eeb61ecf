import type { FactName } from '../../domain/notices.ts'
import type { PrintedPaper } from '../../domain/printed-paper.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Attachment } from '../../gateways/messages.ts'
import { bookingOfTrip, type TripBooking } from '../../storage/queries/bookings.ts'
import { findInvoiceOfBooking } from '../../storage/queries/invoices.ts'
import type { MessageRow } from '../../storage/queries/messages.ts'
import type { Reader } from '../../storage/storage.ts'
import type { WorkerContext } from '../context.ts'
import { invoiceOnPaper } from '../papers/account-papers.ts'
import { confirmationOf, receiptOf } from '../papers/booked-papers.ts'
import { bookingOnCalendar, tripCalendar } from '../trips/trip-calendars.ts'

/**
 * A maker of what goes along with a mail. It is called when the mail leaves, outside any transaction; what it makes is
 * kept nowhere.
 */
export type Enclosure = () => Promise<Attachment>

type Enclosed = 'calendar' | 'confirmation' | 'receipt' | 'invoice'

/** Enclosures that a customer keeps of each mail, as far as they are there. */
const enclosedWith: Partial<Readonly<Record<FactName, readonly Enclosed[]>>> = {
  booked: ['calendar', 'confirmation', 'receipt', 'invoice'],
  amended: ['calendar', 'confirmation'],
  cancelled: ['calendar'],
  balance_reminder: ['invoice'],
  balance_due: ['invoice'],
  balance_overdue: ['invoice'],
}

function wantedWith(row: MessageRow): readonly Enclosed[] {
  const { channel, toKind, fact } = row
  if (channel !== 'mail' || toKind !== 'customer' || fact === null) return []
  return enclosedWith[fact] ?? []
}

/** Whether a message brings the customer the invoice of their trip, once there is one. */
export function takesInvoiceAlong(row: MessageRow): boolean {
  return wantedWith(row).includes('invoice')
}

/** The makers of what goes along with a message as things stand now. */
export async function enclosuresOf(db: Reader, context: WorkerContext, row: MessageRow): Promise<Enclosure[]> {
  const { tripId } = row
  const wanted = wantedWith(row)
  if (tripId === null || wanted.length === 0) return []
  const record = await bookingOfTrip(db, tripId)
  if (record === null) return []
  const enclosures: Enclosure[] = []
  for (const one of wanted) {
    const made = one === 'calendar' ? await calendarOf(db, context, record) : await paperOf(db, context, one, record)
    if (made !== null) enclosures.push(made)
  }
  return enclosures
}

async function calendarOf(db: Reader, context: WorkerContext, record: TripBooking): Promise<Enclosure> {
  const booking = await bookingOnCalendar(db, context, record)
  return async () => ({
    name: 'coach-trip.ics',
    type: 'text/calendar;charset=utf-8;method=PUBLISH',
    content: tripCalendar(booking),
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
  if (kind === 'confirmation') return confirmationOf(db, record, now)
  if (kind === 'receipt') return receiptOf(db, record, now)
  const { id, operatorId } = record.booking
  const invoice = await findInvoiceOfBooking(db, id)
  return invoice && invoiceOnPaper(db, operatorId, invoice, now)
}

/** Null for what is not there, such as a receipt before anything was paid. */
async function unlessMissing(writing: Promise<PrintedPaper | null>): Promise<PrintedPaper | null> {
  try {
    return await writing
  } catch (fault) {
    if (fault instanceof Refusal && fault.code === 'not_found') return null
    throw fault
  }
}
