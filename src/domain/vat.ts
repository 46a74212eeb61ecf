/** An operator's VAT registration, with the rate (hundredths of a percent) of vehicles that are not zero-rated. */
export type Vat = { readonly number: string; readonly standardRateBps: number }

/** A part of a price at one rate. Amounts in minor units: gross is net plus VAT. */
export type VatPart = {
  readonly netAmount: number
  readonly vatRateBps: number
  readonly vatAmount: number
  readonly grossAmount: number
}

/** The vehicles of a quote, for VAT; `seats` are those for passengers. */
export type TaxedVehicle = { readonly seats: number; readonly count: number }

/** Least number of places, with the driver's, of a zero-rated vehicle (VAT Notice 744A). */
const zeroRatedPlaces = 10
const driversPlaces = 1

function isZeroRated({ seats }: TaxedVehicle): boolean {
  return seats + driversPlaces >= zeroRatedPlaces
}

/**
 * A gross price by its rates: one part for equal rates, otherwise two for large and small vehicles, split by their seats.
 * Without a registration it contains no VAT.
 */
export function splitVatParts(grossAmount: number, vehicles: readonly TaxedVehicle[], vat: Vat | null): VatPart[] {
  const rateBps = vat?.standardRateBps ?? 0
  const all = countSeats(vehicles)
  const taxed = countSeats(vehicles.filter((vehicle) => !isZeroRated(vehicle)))
  if (rateBps === 0 || taxed === 0) return [partAt(grossAmount, 0)]
  if (taxed === all) return [partAt(grossAmount, rateBps)]
  const taxedAmount = Math.round((grossAmount * taxed) / all)
  return [partAt(grossAmount - taxedAmount, 0), partAt(taxedAmount, rateBps)]
}

function countSeats(vehicles: readonly TaxedVehicle[]): number {
  return vehicles.reduce((sum, { seats, count }) => sum + seats * count, 0)
}

/** The VAT within a gross amount, rounded half up. */
function partAt(grossAmount: number, vatRateBps: number): VatPart {
  const vatAmount = Math.round((grossAmount * vatRateBps) / (10_000 + vatRateBps))
  return { netAmount: grossAmount - vatAmount, vatRateBps, vatAmount, grossAmount }
}
