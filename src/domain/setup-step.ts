/** Setup steps of a new company, the most useful first. */
export const setupCodes = [
  'people',
  'fleet',
  'drivers',
  'mail',
  'public_address',
  'bank_details',
  'cancellation_terms',
  'first_job',
] as const

export type SetupCode = (typeof setupCodes)[number]

/** Sentence with the instruction for each step. */
export const setupHints: Readonly<Record<SetupCode, string>> = {
  people: 'Invite your colleagues, so that each person has a separate sign-in.',
  fleet: 'Add your coaches with their plates, seats and MOT dates.',
  drivers: 'Add your drivers. Each driver receives a link to the app.',
  mail: 'Set up the mail server, so that customers, drivers and colleagues receive emails.',
  public_address: 'Set a server address that customers and drivers can reach.',
  bank_details: "Enter the bank account for customers' transfers.",
  cancellation_terms: 'Choose your cancellation charges, or keep the usual scale.',
  first_job: 'Enter a trip for a customer, or create a key for the marketplace that sends you jobs.',
}

/** Whether links with this base work only on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
}
