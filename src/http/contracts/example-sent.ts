/**
 * Values for the examples of requests only, by `parent.name`. Past instants are before the request of the example trip. Shifted
 * with all others, they are in the week before the reader's week.
 */
export const exampleSent: Readonly<Record<string, readonly unknown[]>> = {
  'body.checked_at': ['2026-05-01T05:50:00Z'],
  'body.occurred_at': ['2026-05-01T07:31:10+01:00'],
  'points.recorded_at': ['2026-05-01T06:31:10Z'],
  // Less than any balance.
  'body.amount': [4_500],
  'body.status': ['closed', 'paid'],
  'body.refs': [['TR-7K3MQ2']],
  'body.accent': ['#174a90'],
  'messages.fact': ['booked'],
  'messages.subject': ['Your coach is booked'],
  'changes.returns_at': ['2026-06-12T16:30:00+01:00'],
  'changes.notes': ['Year 5 with six teachers.'],
  'body.confirm': [true],
}
