/** The part of a booking that decides its next action. */
type BookingAsking = {
  readonly status: string
  readonly trip_status: string
  readonly needs_driver: boolean
  readonly due_amount: number
  readonly duties: readonly {
    readonly acknowledged_at: string | null
    readonly declined_at: string | null
    readonly driver: { readonly name: string; readonly phone: string | null }
  }[]
}

type Primary =
  | { readonly kind: 'assign' | 'report' | 'pay' | 'print'; readonly label: string }
  | { readonly kind: 'call'; readonly name: string; readonly phone: string }

const onTheWay = new Set(['en_route', 'arrived', 'on_board', 'between_legs'])

/** The next action of a booking. Null for a cancelled booking. */
export function findPrimaryAction(
  booking: BookingAsking,
  may: { readonly mayAssign: boolean; readonly mayReport: boolean; readonly mayRecord: boolean },
): Primary | null {
  if (booking.status === 'cancelled') return null
  if (onTheWay.has(booking.trip_status) && may.mayReport) return { kind: 'report', label: 'Report step' }
  if (isTripOver(booking) && booking.due_amount > 0 && may.mayRecord) return { kind: 'pay', label: 'Record payment' }
  if (isTripOver(booking)) return { kind: 'print', label: 'Print job sheet' }
  if (booking.needs_driver && may.mayAssign) return { kind: 'assign', label: 'Assign driver' }
  const silent = booking.duties.find(({ acknowledged_at, declined_at, driver }) => {
    return acknowledged_at === null && declined_at === null && driver.phone !== null
  })
  if (silent !== undefined) return { kind: 'call', name: silent.driver.name, phone: silent.driver.phone ?? '' }
  return { kind: 'print', label: 'Print job sheet' }
}

/** Whether the trip is completed or was a no-show. */
export function isTripOver({ trip_status }: Pick<BookingAsking, 'trip_status'>): boolean {
  return trip_status === 'completed' || trip_status === 'no_show'
}
