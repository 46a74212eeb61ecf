import { minuteMs } from './instant.ts'

/** A driver who opens their sheet in another app has no token there: the address itself opens it, for so long. */
const openForMs = 15 * minuteMs

/**
 * Path at which the sheet of a duty is printed for anyone who holds it, for 15 minutes from `now` (ms) on. `sign` is
 * the server's own.
 */
export function sheetPath(dutyId: number, now: number, sign: (text: string) => string): string {
  const expires = String(Math.floor((now + openForMs) / 1_000))
  return `/papers/job-sheets/${dutyId}.pdf?expires=${expires}&signature=${sign(signedText(dutyId, expires))}`
}

/** The parts of such an address. */
export type SheetAddress = { readonly dutyId: number; readonly expires: string; readonly signature: string }

/** Whether this server made the address, and it still opens. */
export function isGood({ dutyId, expires, signature }: SheetAddress, now: number, sign: (text: string) => string): boolean {
  return signature === sign(signedText(dutyId, expires)) && Number(expires) * 1_000 > now
}

function signedText(dutyId: number, expires: string): string {
  return `job sheet ${dutyId} ${expires}`
}
