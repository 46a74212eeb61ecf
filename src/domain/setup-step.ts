/** Steps that a new company sees to, in the order in which they help most. */
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

/** Sentence for each step that says what to do. */
export const setupHints: Readonly<Record<SetupCode, string>> = {
  people: 'Invite the people you work with, so that each has a sign-in of their own.',
  fleet: 'Enter your coaches with their plates, seats and MOT dates.',
  drivers: 'Put your drivers on the roster; each gets a link to the app.',
  mail: 'Say how mail leaves, so that customers, drivers and your people hear from you.',
  public_address: 'Give the server an address that customers and drivers can reach.',
  bank_details: 'Enter the account to which customers send money.',
  cancellation_terms: 'Say what you keep when a customer calls off, or go on with the usual scale.',
  first_job: 'Enter a trip for one of your customers, or mint a key for the marketplace that sends you jobs.',
}

/** Whether links that begin so lead nowhere but to this very machine. */
export function isLoopback(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
}
