/** The place of a duty: vehicle, role and legs (null for all). */
type PlacedDuty = {
  readonly vehicle_no: number
  readonly role: string
  readonly legs: readonly number[] | null
  readonly declined_at: string | null
}

/** The duties that a new duty on the same vehicle, in the same role and on these legs replaces, whole or in part. */
export function listDutiesToReplace<D extends PlacedDuty>(
  duties: readonly D[],
  place: Pick<PlacedDuty, 'vehicle_no' | 'role' | 'legs'>,
): readonly D[] {
  return duties.filter(
    (duty) =>
      duty.declined_at === null &&
      duty.vehicle_no === place.vehicle_no &&
      duty.role === place.role &&
      (duty.legs === null || place.legs === null || duty.legs.some((leg) => place.legs?.includes(leg))),
  )
}

/** The legs of a vehicle without a driver. Null if no leg or every leg has a driver. */
export function listLegsWithoutDriver(
  legs: readonly { readonly sequence: number; readonly kind: string }[],
  duties: readonly PlacedDuty[],
  vehicleNo: number,
): readonly number[] | null {
  const driving = duties.filter(
    ({ vehicle_no, role, declined_at }) => vehicle_no === vehicleNo && role !== 'second' && declined_at === null,
  )
  const transfers = legs.filter(({ kind }) => kind === 'transfer').map(({ sequence }) => sequence)
  const wanting = transfers.filter((leg) => !driving.some(({ legs: on }) => on === null || on.includes(leg)))
  return wanting.length === 0 || wanting.length === transfers.length ? null : wanting
}
