import { minuteMs } from './instant.ts'

/** Validity (ms) of a sheet's address, which works without a token, because a driver may open it in another app. */
const openForMs = 15 * minuteMs

/** Path of a duty's printed sheet for any holder, for 15 minutes from `now` (ms). `sign` is the server's own. */
export function buildSheetPath(dutyId: number, now: number, sign: (text: string) => string): string {
  const expires = String(Math.floor((now + openForMs) / 1_000))
  return `/papers/job-sheets/${dutyId}.pdf?expires=${expires}&signature=${sign(signedText(dutyId, expires))}`
}

/** The parts of such an address. */
export type SheetAddress = { readonly dutyId: number; readonly expires: string; readonly signature: string }

/** Whether this server made the address, and it is still valid. */
export function isSheetAddressValid(
  { dutyId, expires, signature }: SheetAddress,
  now: number,
  sign: (text: string) => string,
): boolean {
  return signature === sign(signedText(dutyId, expires)) && Number(expires) * 1_000 > now
}

function signedText(dutyId: number, expires: string): string {
  return `job sheet ${dutyId} ${expires}`
}
