import { describe, expect, test } from 'bun:test'
import { type Ability, abilities, abilitiesOfRole } from '../../src/domain/ability.ts'
import { openPointKinds } from '../../src/domain/open-point.ts'
import { aroundRef, type BoardLine, grouped, lineTarget, lineWord, refTarget } from '../../src/web/plain/board-lines.ts'
import { spokenWord } from '../../src/web/plain/words.ts'

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
  test('each kind has its words and a button that leads to where it is done', () => {
    const targets = openPointKinds.map((kind) => {
      const one = line(kind)
      expect(lineWord(one)).not.toBe('')
      return [kind, lineTarget(one, may, fleet)?.href]
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
    expect(lineTarget(coach, may, fleet)?.href).toBe('/vehicles/9')
    // A coach that is not of the fleet has no page yet.
    expect(lineTarget(line('unsafe_vehicle'), may, new Map())?.href).toBe('/vehicles')
  })

  test('who may not do it only opens it', () => {
    const reader = new Set<string>(abilities.filter((ability) => ability.endsWith(':read')))
    expect(lineTarget(line('unstaffed'), (ability) => reader.has(ability), fleet)?.button).toBe('Open')
    expect(lineTarget(line('unstaffed'), may, fleet)?.button).toBe('Assign')
  })

  test('who may not look at a job is led to none', () => {
    const ofAccounts: ReadonlySet<Ability> = new Set(abilitiesOfRole.accounts)
    const can = (ability: Ability) => ofAccounts.has(ability)
    expect(lineTarget(line('transfer_awaited'), can, fleet)).toEqual({ button: 'It has come', href: '/money?tab=in' })
    expect(['transfer_awaited', 'payment_to_settle', 'late'].map((kind) => refTarget(line(kind), can))).toEqual([
      null,
      null,
      `/bookings/${ref}`,
    ])
    expect(refTarget(line('payment_to_settle'), may)).toBe(`/jobs/${ref}`)
  })

  test('a kind that is newer than the page is told by its own name', () => {
    const newer = line('toll_unpaid')
    expect([lineWord(newer), lineTarget(newer, may, fleet)]).toEqual([
      spokenWord('toll_unpaid'),
      { button: 'Open', href: `/bookings/${ref}` },
    ])
    expect(lineTarget(line('toll_unpaid', { ref: null }), may, fleet)).toBeNull()
  })

  test('a sentence is parted around its ref, which follows where it is not said', () => {
    expect(aroundRef(line('late', { summary: `${ref} is late.` }))).toEqual(['', ref, ' is late.'])
    expect(aroundRef(line('late', { summary: 'It is late.' }))).toEqual(['It is late. ', ref, ''])
    expect(aroundRef(line('late', { summary: 'It is late.', ref: null }))).toEqual(['It is late.', '', ''])
  })

  test('of many lines of one kind the first five stand, until the others are asked for', () => {
    const many = [line('incident', { severity: 'now' }), ...Array.from({ length: 50 }, () => line('job_closing'))]
    const [now, soon] = grouped(many, new Set())
    expect([now?.title, now?.lines.length, now?.folded]).toEqual(['Now', 1, []])
    expect([soon?.lines.length, soon?.folded]).toEqual([5, [{ kind: 'job_closing', word: 'Closing', count: 45 }]])
    const [, opened] = grouped(many, new Set(['soon job_closing']))
    expect([opened?.lines.length, opened?.folded]).toEqual([50, []])
  })

  test('a severity that is newer than the page is good to know', () => {
    expect(grouped([line('late', { severity: 'later' })], new Set()).map(({ title }) => title)).toEqual(['Good to know'])
  })
})
