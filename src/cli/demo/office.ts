import type { Days } from './days.ts'
import type { Speaker } from './speaker.ts'
import { demoTrips } from './trips.ts'

/** The vehicles and drivers, of which some are blocked. */
type Fleet = { readonly vehicleIds: readonly number[]; readonly driverIds: readonly number[] }

/** A school that called: its account, its booked trip, and the invoice. */
export type DemoAccount = { readonly customerId: number; readonly ref: string; readonly invoice: string }

/** Blocks the vehicle with the next MOT for its test, and a driver for a holiday. */
export async function addDemoBlocks(admin: Speaker, days: Days, { vehicleIds, driverIds }: Fleet): Promise<void> {
  const test = { starts_at: days.at(16, '08:00'), ends_at: days.at(16, '17:00'), note: 'MOT at the depot in Leeds' }
  await admin.post('/portal/v1/blocks', { kind: 'mot', vehicle_id: vehicleIds[2], ...test })
  const leave = { starts_at: days.at(40, '00:00'), ends_at: days.at(54, '00:00') }
  await admin.post('/portal/v1/blocks', { kind: 'holiday', driver_id: driverIds[1], ...leave })
}

/** Books by telephone for a school with an account, invoices the school, and records the payment. */
export async function keepAccount(admin: Speaker, days: Days): Promise<DemoAccount> {
  const school = { name: 'Ruth Ainsley', organisation: 'Burley Primary School', phone: '07700 900133' }
  const { id: customerId } = await admin.post<{ id: number }>('/portal/v1/customers', {
    ...school,
    email: 'office@burley-primary.example',
    account: { terms_days: 30, po_required: true, invoice: 'monthly' },
  })
  const trip = demoTrips.railwayMuseum(days, 17)
  const { ref } = await admin.post<{ ref: string }>('/portal/v1/trips', {
    ...trip,
    customer: null,
    customer_id: customerId,
    quote: {
      price_amount: 58_000,
      currency_code: 'GBP',
      availability: 'confirmed',
      vehicles: [{ type: 'coach_49', count: 1, seats: 49 }],
    },
    book: { terms: 'account', agreed_by: 'phone', po_number: 'BPS-4711' },
  })
  const { number: invoice } = await admin.post<{ number: string }>('/portal/v1/invoices', { refs: [ref] })
  const received = { kind: 'balance', method: 'bank_transfer', amount: 58_000, currency_code: 'GBP', reference: invoice }
  await admin.post(`/portal/v1/bookings/${ref}/payments`, received)
  return { customerId, ref, invoice }
}

/** Proposes a bigger vehicle at a higher price to the customer. */
export async function askToChange(admin: Speaker, ref: string): Promise<number> {
  const { id } = await admin.post<{ id: number }>(`/portal/v1/bookings/${ref}/amendments`, {
    changes: { vehicles: [{ type: 'coach_53', count: 1, seats: 53 }] },
    price_amount: 74_500,
    currency_code: 'GBP',
    reason: 'Four more of you would like to come; the bigger coach has room for them.',
    consent: 'ask',
  })
  return id
}

/** Emails the customer of a booking a card page for the amount due. */
export async function emailPaymentPage(admin: Speaker, ref: string): Promise<void> {
  await admin.post(`/portal/v1/trips/${ref}/payment-page`, {})
}
