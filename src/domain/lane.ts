/** Messages and payments go their own ways: mail servers and banks may be slow, and nothing else shall wait for them. */
export type Lane = 'main' | 'messages' | 'bank'

export const kindsApart: Readonly<Record<Exclude<Lane, 'main'>, readonly string[]>> = {
  messages: ['message'],
  bank: ['charge', 'refund'],
}

/** The lane in which tasks of a kind are done. */
export function laneOf(kind: string): Lane {
  if (kindsApart.messages.includes(kind)) return 'messages'
  return kindsApart.bank.includes(kind) ? 'bank' : 'main'
}
