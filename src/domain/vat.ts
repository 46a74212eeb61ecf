/** An operator's registration for VAT; the rate is that of vehicles which are not zero-rated, in hundredths of a percent. */
export type Vat = { readonly number: string; readonly standardRateBps: number }

/** A part of a price at one rate. Amounts in minor units: net and VAT make up the gross. */
export type VatPart = {
  readonly netAmount: number
  readonly vatRateBps: number
  readonly vatAmount: number
  readonly grossAmount: number
}

/** Vehicles of a quote, as far as VAT looks at them; `seats` are those for passengers. */
export type TaxedVehicle = { readonly seats: number; readonly count: number }

/** Carrying people in a vehicle of ten or more places, the driver's among them, is zero-rated (VAT Notice 744A). */
const zeroRatedPlaces = 10
const driversPlaces = 1

function isZeroRated({ seats }: TaxedVehicle): boolean {
  return seats + driversPlaces >= zeroRatedPlaces
}

/**
 * A gross price by its rates: one part where all vehicles are alike, two where large and small ones go together, split by their seats.
 * Without a registration there is no VAT in it.
 */
export function partsByRate(grossAmount: number, vehicles: readonly TaxedVehicle[], vat: Vat | null): VatPart[] {
  const rateBps = vat?.standardRateBps ?? 0
  const all = seatsOf(vehicles)
  const taxed = seatsOf(vehicles.filter((vehicle) => !isZeroRated(vehicle)))
  if (rateBps === 0 || taxed === 0) return [partAt(grossAmount, 0)]
  if (taxed === all) return [partAt(grossAmount, rateBps)]
  const taxedAmount = Math.round((grossAmount * taxed) / all)
  return [partAt(grossAmount - taxedAmount, 0), partAt(taxedAmount, rateBps)]
}

function seatsOf(vehicles: readonly TaxedVehicle[]): number {
  return vehicles.reduce((sum, { seats, count }) => sum + seats * count, 0)
}

/** The VAT within a gross amount, rounded half up. */
function partAt(grossAmount: number, vatRateBps: number): VatPart {
  const vatAmount = Math.round((grossAmount * vatRateBps) / (10_000 + vatRateBps))
  return { netAmount: grossAmount - vatAmount, vatRateBps, vatAmount, grossAmount }
}
