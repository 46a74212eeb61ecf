/** Mails, SMS and payments go their own ways: mail servers, SMS services and banks may be slow, and nothing else shall wait for them. */
export type Lane = 'main' | 'messages' | 'sms' | 'bank'

const lanes = new Map<string, Lane>([
  ['message', 'messages'],
  ['sms', 'sms'],
  ['charge', 'bank'],
  ['refund', 'bank'],
  ['cards', 'bank'],
  ['disputes', 'bank'],
  ['compare', 'bank'],
])

/** The lane in which tasks of a kind are done. */
export function laneOf(kind: string): Lane {
  return lanes.get(kind) ?? 'main'
}
