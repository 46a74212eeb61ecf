import { describe, expect, test } from 'bun:test'
import { type Ability, abilities, abilitiesOfRole } from '../../src/domain/ability.ts'
import { openPointKinds } from '../../src/domain/open-point.ts'
import {
  type BoardLine,
  findLineTarget,
  findRefTarget,
  formatLineKind,
  groupLines,
  splitAtRef,
} from '../../src/web/plain/board-lines.ts'
import { formatWord } from '../../src/web/plain/words.ts'

const ref = 'TR-7K3MQ2'
const line = (kind: string, more: Partial<BoardLine> = {}): BoardLine => ({
  kind,
  ref,
  subject: { kind: 'payment', id: 7 },
  summary: `Something about ${ref}.`,
  due_at: null,
  severity: 'soon',
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

  test('splits a summary around its reference, which comes last if the summary lacks it', () => {
    expect(splitAtRef(line('late', { summary: `${ref} is late.` }))).toEqual(['', ref, ' is late.'])
    expect(splitAtRef(line('late', { summary: 'It is late.' }))).toEqual(['It is late. ', ref, ''])
    expect(splitAtRef(line('late', { summary: 'It is late.', ref: null }))).toEqual(['It is late.', '', ''])
  })

  test('folds lines of one kind after the fifth, until the kind is opened', () => {
    const many = [line('incident', { severity: 'now' }), ...Array.from({ length: 50 }, () => line('job_closing'))]
    const [now, soon] = groupLines(many, new Set())
    expect([now?.title, now?.lines.length, now?.folded]).toEqual(['Now', 1, []])
    expect([soon?.lines.length, soon?.folded]).toEqual([5, [{ kind: 'job_closing', word: 'Quote closing', count: 45 }]])
    const [, opened] = groupLines(many, new Set(['soon job_closing']))
    expect([opened?.lines.length, opened?.folded]).toEqual([50, []])
  })

  test('puts an unknown severity under Coming up', () => {
    expect(groupLines([line('late', { severity: 'later' })], new Set()).map(({ title }) => title)).toEqual(['Coming up'])
  })
})
