/** In these a unit of Stripe's is not what everybody else calls the smallest one. */
const countedOtherwise = new Set(['ISK', 'UGX', 'MGA', 'BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Whether money in a currency (ISO 4217) can be taken through Stripe. */
export function isTakenByStripe(currencyCode: string): boolean {
  return !countedOtherwise.has(currencyCode)
}
