import { tripCancelled } from '../../domain/booking.ts'
import type { TripCaller } from '../../domain/caller.ts'
import { isSameAddress, type PostalAddress } from '../../domain/postal-address.ts'
import { findBookingOfTrip, saveBooking } from '../../storage/queries/bookings.ts'
import { findInvoiceOfBooking } from '../../storage/queries/invoices.ts'
import { findCustomerOfTrip, saveCustomer } from '../../storage/queries/trips.ts'
import type { Writer } from '../../storage/storage.ts'
import { notBooked } from '../bookings/bookings.ts'
import type { AppContext } from '../context.ts'
import type { CustomerTrip } from './customer-trip.ts'
import { lockCurrentTrip, showTrip } from './customers.ts'

/**
 * Saves the customer's request for an invoice, with the address. A second request changes only the address. A request for an
 * invoiced booking changes nothing. Refuses `booking_not_confirmed`, `trip_cancelled`.
 */
export async function requestInvoice(
  tx: Writer,
  app: AppContext,
  caller: TripCaller,
  address: PostalAddress | null,
  now: number,
): Promise<CustomerTrip> {
  const trip = await lockCurrentTrip(tx, caller, now)
  const record = await findBookingOfTrip(tx, trip.id)
  if (record === null) throw notBooked(trip)
  const { booking } = record
  if (booking.status === 'cancelled') throw tripCancelled()
  if ((await findInvoiceOfBooking(tx, booking.id)) === null) {
    const customer = await findCustomerOfTrip(tx, trip)
    const isNewAddress = address !== null && !isSameAddress(customer.address, address)
    if (isNewAddress) await saveCustomer(tx, customer, { address })
    if (isNewAddress || booking.invoiceRequestedAt === null) {
      await saveBooking(tx, booking, { invoiceRequestedAt: booking.invoiceRequestedAt ?? now, updatedAt: now })
    }
  }
  return showTrip(tx, app, caller)
}
