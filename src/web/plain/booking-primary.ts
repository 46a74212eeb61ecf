/** The part of a booking that decides what comes next. */
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
  | { readonly kind: 'ring'; readonly name: string; readonly phone: string }

const onTheWay = new Set(['en_route', 'arrived', 'on_board', 'between_legs'])

/** The one thing a booking asks for next; nothing where it is called off. */
export function primaryOf(
  booking: BookingAsking,
  may: { readonly mayAssign: boolean; readonly mayReport: boolean; readonly mayRecord: boolean },
): Primary | null {
  if (booking.status === 'cancelled') return null
  if (onTheWay.has(booking.trip_status) && may.mayReport) return { kind: 'report', label: 'Report a step' }
  if (isTripOver(booking) && booking.due_amount > 0 && may.mayRecord) return { kind: 'pay', label: 'Record payment' }
  if (isTripOver(booking)) return { kind: 'print', label: 'Print sheet' }
  if (booking.needs_driver && may.mayAssign) return { kind: 'assign', label: 'Assign' }
  const silent = booking.duties.find(({ acknowledged_at, declined_at, driver }) => {
    return acknowledged_at === null && declined_at === null && driver.phone !== null
  })
  if (silent !== undefined) return { kind: 'ring', name: silent.driver.name, phone: silent.driver.phone ?? '' }
  return { kind: 'print', label: 'Print sheet' }
}

/** Whether the trip has been driven, or no group came. */
export function isTripOver({ trip_status }: Pick<BookingAsking, 'trip_status'>): boolean {
  return trip_status === 'completed' || trip_status === 'no_show'
}
