/**
 * Parts of the identifiers (`UID`) of calendar events. Calendar programs recognise an event by its identifier, so a database never
 * changes these parts.
 */
export type CalendarNames = {
  /** Random id of the installation. Backup, restore and import keep it. */
  readonly installation: string
  /** Events that an earlier release named after the server's address; null without any. */
  readonly earlier: EarlierNames | null
}

/** Events named after the host of the base URL: those of duties and bookings up to these ids. */
export type EarlierNames = { readonly host: string; readonly lastDutyId: number; readonly lastBookingId: number }

/** Rows that existed before the first start of this release. */
type LastIds = Pick<EarlierNames, 'lastDutyId' | 'lastBookingId'>

/** Names of a database at its first start. Calendars may already hold events of its rows under `host`. */
export function createCalendarNames(installation: string, host: string, { lastDutyId, lastBookingId }: LastIds): CalendarNames {
  const isEmpty = lastDutyId === 0 && lastBookingId === 0
  return { installation, earlier: isEmpty ? null : { host, lastDutyId, lastBookingId } }
}

/** The part after the `@` in the identifier of a duty's event. */
export function findHostOfDuty({ installation, earlier }: CalendarNames, dutyId: number): string {
  return earlier !== null && dutyId <= earlier.lastDutyId ? earlier.host : installation
}

/** The part after the `@` in the identifiers of a booking's other events. */
export function findHostOfBooking({ installation, earlier }: CalendarNames, bookingId: number): string {
  return earlier !== null && bookingId <= earlier.lastBookingId ? earlier.host : installation
}
