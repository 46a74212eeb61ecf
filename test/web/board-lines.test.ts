import { describe, expect, test } from 'bun:test'
import { type Ability, abilities, abilitiesOfRole } from '../../src/domain/ability.ts'
import { openPointKinds } from '../../src/domain/open-point.ts'
import {
  type BoardLine,
  findLineList,
  findLineTarget,
  findRefTarget,
  foldLines,
  formatLineKind,
  sortUrgentLines,
} from '../../src/web/plain/board-lines.ts'
import { describeBoardLine, describeDeadline, formatTimeLeft } from '../../src/web/plain/board-words.ts'
import { formatWord } from '../../src/web/plain/words.ts'

const ref = 'TR-7K3MQ2'
const line = (kind: string, more: Partial<BoardLine> = {}): BoardLine => ({
  kind,
  ref,
  subject: { kind: 'payment', id: 7 },
  summary: `Something about ${ref}.`,
  due_at: null,
  severity: 'soon',
  trip: null,
  amount: null,
  currency_code: null,
  subject_name: null,
  ...more,
})
const may = () => true
const fleet = new Map([[7, 30]])

describe('the lines of the board', () => {
  test('returns the words and the target of each kind', () => {
    const targets = openPointKinds.map((kind) => {
      const one = line(kind)
      expect(formatLineKind(one)).not.toBe('')
      return [kind, findLineTarget(one, may, fleet)?.href]
    })
    expect(Object.fromEntries(targets)).toEqual({
      incident: '/incidents?incident=7',
      unsafe_vehicle: '/vehicles/30',
      late: `/bookings/${ref}`,
      unstaffed: `/bookings/${ref}?assign=1`,
      booking_request: `/inbox?filter=requests&ref=${ref}`,
      unacknowledged: `/bookings/${ref}?tab=crew`,
      customer_unreachable: `/bookings/${ref}`,
      amendment: `/bookings/${ref}?tab=changes`,
      transfer_awaited: `/jobs/${ref}?received=1`,
      job_closing: `/jobs/${ref}`,
      balance_overdue: `/money?tab=due&pay=${ref}`,
      refund_due: `/bookings/${ref}?tab=money`,
      payment_to_settle: '/money?tab=in',
      invoice_requested: `/money?tab=invoices&make=${ref}`,
      company_contact_missing: '/settings',
      message_failing: `/bookings/${ref}?tab=log`,
      backup_failing: '/settings/data',
      webhook_parked: '/settings/webhooks',
      document_expiring: '/drivers/7',
    })
    const coach = line('document_expiring', { ref: null, subject: { kind: 'vehicle', id: 9 } })
    expect(findLineTarget(coach, may, fleet)?.href).toBe('/vehicles/9')
    // A vehicle outside the fleet has no page.
    expect(findLineTarget(line('unsafe_vehicle'), may, new Map())?.href).toBe('/vehicles')
  })

  test('names the document that expires or has expired', () => {
    const paper = (summary: string, severity = 'soon') => {
      const one = line('document_expiring', { ref: null, summary, severity })
      return [formatLineKind(one), findLineTarget(one, may, fleet)?.button]
    }
    expect(paper('The licence of Pat Moss expires Tue 24 Nov.')).toEqual(['Licence expiring', 'Update licence'])
    expect(paper('The DBS check of Pat Moss expired Tue 24 Nov.', 'now')).toEqual(['DBS expired', 'Update DBS'])
    expect(paper('The MOT of YX20 ABC expires Tue 24 Nov.')).toEqual(['MOT expiring', 'Update MOT'])
    expect(paper('The permit of YX20 ABC expires Tue 24 Nov.')).toEqual(['Document expiring', 'Update document'])
  })

  test('returns Open for a reader without the ability', () => {
    const reader = new Set<string>(abilities.filter((ability) => ability.endsWith(':read')))
    expect(findLineTarget(line('unstaffed'), (ability) => reader.has(ability), fleet)?.button).toBe('Open')
    expect(findLineTarget(line('unstaffed'), may, fleet)?.button).toBe('Assign driver')
  })

  test('returns no job as the target for a role without access to jobs', () => {
    const ofAccounts: ReadonlySet<Ability> = new Set(abilitiesOfRole.accounts)
    const can = (ability: Ability) => ofAccounts.has(ability)
    expect(findLineTarget(line('transfer_awaited'), can, fleet)).toEqual({ button: 'Mark as received', href: '/money?tab=in' })
    expect(['transfer_awaited', 'payment_to_settle', 'late'].map((kind) => findRefTarget(line(kind), can))).toEqual([
      null,
      null,
      `/bookings/${ref}`,
    ])
    expect(findRefTarget(line('payment_to_settle'), may)).toBe(`/jobs/${ref}`)
  })

  test('returns the name of an unknown kind', () => {
    const newer = line('toll_unpaid')
    expect([formatLineKind(newer), findLineTarget(newer, may, fleet)]).toEqual([
      formatWord('toll_unpaid'),
      { button: 'Open', href: `/bookings/${ref}` },
    ])
    expect(findLineTarget(line('toll_unpaid', { ref: null }), may, fleet)).toBeNull()
  })

  test('folds lines of one kind after the fifth, until the kind is opened', () => {
    const many = [line('incident'), ...Array.from({ length: 50 }, () => line('job_closing'))]
    const { lines, folded } = foldLines(many, new Set())
    expect([lines.length, folded]).toEqual([6, [{ kind: 'job_closing', word: 'Quote closing', count: 45 }]])
    const opened = foldLines(many, new Set(['job_closing']))
    expect([opened.lines.length, opened.folded]).toEqual([51, []])
  })

  test('puts lines due now and trips without a driver into the urgent list', () => {
    expect(['now', 'soon', 'info', 'later'].map((severity) => findLineList(line('late', { severity })))).toEqual([
      'urgent',
      'todo',
      'coming',
      'coming',
    ])
    expect(findLineList(line('unstaffed'))).toBe('urgent')
    expect(findLineList(line('transfer_awaited', { severity: 'info' }))).toBe('todo')
  })

  test('puts an expired document into the urgent list only before a trip within a week', () => {
    const expired = { severity: 'now', ref: null }
    expect(findLineList(line('document_expiring', expired))).toBe('coming')
    expect(findLineList(line('document_expiring', { ...expired, trip }))).toBe('urgent')
    expect(findLineList(line('document_expiring', { severity: 'soon', trip }))).toBe('todo')
  })

  test('sorts urgent lines by trouble on the road, then by deadline', () => {
    const due = (kind: string, due_at: string | null) => line(kind, { due_at })
    const lines = [
      due('job_closing', '2026-11-30T12:00:00Z'),
      due('message_failing', null),
      due('late', null),
      due('unacknowledged', '2026-11-30T11:00:00Z'),
      due('unstaffed', '2026-12-01T10:00:00Z'),
      due('unstaffed', '2026-11-30T10:00:00Z'),
      due('incident', null),
      due('unsafe_vehicle', null),
    ]
    expect(sortUrgentLines(lines).map(({ kind, due_at }) => [kind, due_at?.slice(8, 13) ?? null])).toEqual([
      ['unsafe_vehicle', null],
      ['incident', null],
      ['unstaffed', '30T10'],
      ['unstaffed', '01T10'],
      ['late', null],
      ['unacknowledged', '30T11'],
      ['job_closing', '30T12'],
      ['message_failing', null],
    ])
  })
})

const trip = {
  pickup_label: 'Ilkley',
  dropoff_label: 'Manchester Airport T2',
  departs_at: '2026-11-30T10:15:00Z',
  passenger_count: 14,
  customer_name: 'Lucy Brook',
  vehicle_reg: 'YN22 DCL',
}
const now = Date.parse('2026-11-30T07:40:00Z')
const money = { amount: 38_400, currency_code: 'GBP' }

describe('the words of a board line', () => {
  const describeLine = (kind: string, more: Partial<BoardLine> = {}) => {
    const { title, facts } = describeBoardLine(line(kind, { trip, ...more }), 'Europe/London', now)
    return [title, ...facts]
  }

  test('lead with the customer and the route', () => {
    const facts = ['14 passengers', 'today 10:15', 'YN22 DCL']
    expect(describeLine('unstaffed')).toEqual(['Lucy Brook: Ilkley → Manchester Airport T2', ...facts])
    expect(describeLine('unacknowledged', { subject_name: 'Pat Moss' })).toEqual([
      'Pat Moss: Ilkley → Manchester Airport T2',
      ...facts,
    ])
  })

  test('lead with the route before the booking, and add the price of a request', () => {
    const job = { ...trip, customer_name: null, vehicle_reg: null, departs_at: '2026-12-30T08:30:00Z', passenger_count: 1 }
    expect(describeLine('booking_request', { trip: job, ...money })).toEqual([
      'Ilkley → Manchester Airport T2 · £384.00',
      '1 passenger',
      'Wed 30 Dec, 08:30',
    ])
  })

  test('name the debtor and the amount of an overdue balance', () => {
    expect(describeLine('balance_overdue', money)).toEqual([
      'Lucy Brook owes £384.00',
      'Ilkley → Manchester Airport T2',
      'today 10:15',
      'YN22 DCL',
    ])
  })

  test('name the document of a person, and their next trip', () => {
    const paper = {
      ref: null,
      subject_name: 'Sheila Hardcastle',
      summary: 'The licence of Sheila Hardcastle expired Tue 17 Nov.',
    }
    expect(describeLine('document_expiring', paper)).toEqual([
      'Sheila Hardcastle, driving licence',
      'Next trip Mon 30 Nov, 10:15: Ilkley → Manchester Airport T2',
    ])
    expect(describeLine('document_expiring', { ...paper, trip: null })).toEqual(['Sheila Hardcastle, driving licence'])
  })

  test('keep the sentence without the reference where it says more than the trip', () => {
    const late = { summary: `${ref}, planned for Mon 30 Nov, 08:00, is 20 min late.` }
    expect(describeLine('late', late).at(1)).toBe('Planned for Mon 30 Nov, 08:00, is 20 min late.')
    expect(describeLine('incident', { summary: `Pat Moss reports a breakdown on ${ref}.` }).at(1)).toBe(
      'Pat Moss reports a breakdown.',
    )
    const refund = { summary: `Refund £384.00 to the customer of ${ref}.`, ...money }
    expect(describeLine('refund_due', refund)).toEqual([
      'Lucy Brook: Ilkley → Manchester Airport T2 · £384.00',
      'Refund £384.00 to the customer.',
    ])
  })

  test('are the sentence of a line from a node that names no facts', () => {
    const {
      trip: _trip,
      amount,
      currency_code,
      subject_name,
      ...old
    } = line('document_expiring', { summary: 'The MOT expires.' })
    expect(describeBoardLine(old as BoardLine, 'Europe/London', now)).toEqual({ title: 'The MOT expires.', facts: [] })
    expect([amount, currency_code, subject_name, findLineList(old as BoardLine)]).toEqual([null, null, null, 'coming'])
  })

  test('are the sentence of a line without a trip', () => {
    expect(describeLine('backup_failing', { trip: null, summary: 'The last backup failed.' })).toEqual([
      'The last backup failed.',
    ])
    expect(describeLine('webhook_parked', { trip: null, subject_name: 'Ledger', summary: 'It has stopped.' })).toEqual([
      'Ledger',
      'It has stopped.',
    ])
  })
})

describe('the deadline of a board line', () => {
  const deadline = (kind: string, due_at: string) => describeDeadline(line(kind, { due_at }), 'Europe/London', now)

  test('shows the time left, then the instant', () => {
    expect(deadline('unstaffed', '2026-11-30T10:15:00Z')).toEqual({ left: '2 h 35 min', when: 'departs 10:15', isUrgent: false })
    expect(deadline('booking_request', '2026-12-01T05:15:00Z')).toEqual({
      left: '21 h',
      when: 'lapses Tue 05:15',
      isUrgent: false,
    })
    expect(deadline('balance_overdue', '2026-10-13T07:00:00Z')).toEqual({
      left: '48 days ago',
      when: 'due Tue 13 Oct',
      isUrgent: true,
    })
    expect(deadline('unstaffed', '2026-11-30T07:05:00Z')).toEqual({ left: '35 min ago', when: 'departed 07:05', isUrgent: true })
    expect(deadline('booking_request', '2026-11-30T07:05:00Z')?.when).toBe('lapsed 07:05')
    expect(deadline('job_closing', '2026-11-30T07:05:00Z')?.when).toBe('closed 07:05')
    expect(deadline('document_expiring', '2026-11-17T12:00:00Z')?.when).toBe('expired Tue 17 Nov')
    expect(deadline('document_expiring', '2026-12-17T12:00:00Z')?.when).toBe('expires Thu 17 Dec')
    expect(describeDeadline(line('incident'), 'Europe/London', now)).toBeNull()
  })

  test('is red within two hours and once past', () => {
    expect(deadline('job_closing', '2026-11-30T09:39:00Z')?.isUrgent).toBe(true)
    expect(deadline('job_closing', '2026-11-30T09:41:00Z')?.isUrgent).toBe(false)
    expect(deadline('job_closing', '2026-11-30T07:00:00Z')?.isUrgent).toBe(true)
  })

  test.each([
    [0, '0 min'],
    [59 * 60_000, '59 min'],
    [3_600_000, '1 h'],
    [3_660_000, '1 h 1 min'],
    [12 * 3_600_000 - 1, '11 h 59 min'],
    [12 * 3_600_000, '12 h'],
    [48 * 3_600_000 - 1, '47 h'],
    [-48 * 3_600_000, '2 days'],
  ])('formats %d ms as %s', (span, text) => {
    expect(formatTimeLeft(span)).toBe(text)
  })
})
