import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listDaysOnPage, listStopsOnPage } from '../../src/http/pages/enquiry-fields.ts'
import { changeFormRows } from '../../src/http/pages/enquiry-rows.ts'

type Form = Record<string, string[]>

const stopsOf = (form: Form, leg = '') => listStopsOnPage({ names: Object.keys(form) }, leg).map(({ field }) => field)
const press = (form: Form, pressed: string) => changeFormRows(form, pressed)

describe('the rows of a request form', () => {
  test('gain a stop at the end of its leg, at most eight', () => {
    let form: Form = { stop_3: ['Otley'], back_stop_1: ['Ripon'] }
    expect(press(form, 'add_stop:')).toEqual({ form: { ...form, stop_4: [''] }, focus: 'stop_4' })
    expect(press(form, 'add_stop:back_').focus).toBe('back_stop_2')
    expect(press(form, 'add_stop:d2_').focus).toBe('d2_stop_1')
    for (let nth = 0; nth < 10; nth++) form = press(form, 'add_stop:').form as Form
    expect(stopsOf(form)).toHaveLength(8)
    expect(stopsOf(form, 'back_')).toEqual(['back_stop_1'])
  })

  test('lose a stop with all its fields, and no other', () => {
    const form = { stop_1: ['Otley'], stop_1_town: ['Otley'], stop_1_time: ['08:45'], stop_10: ['Ripon'], back_stop_1: ['York'] }
    const kept = { stop_10: ['Ripon'], back_stop_1: ['York'] }
    expect(press(form, 'remove:stop_1')).toEqual({ form: kept, focus: 'add_stop:' })
    expect(press(form, 'remove:back_stop_1').form).toEqual({
      stop_1: ['Otley'],
      stop_1_town: ['Otley'],
      stop_1_time: ['08:45'],
      stop_10: ['Ripon'],
    })
  })

  test('gain a day that begins the day after, where the last one ended, at most ten', () => {
    const hostel = { d2_to: ['Castle Hostel'], d2_to_town: ['Edinburgh'], d2_to_kind: ['place'] }
    let form: Form = { way: ['multi_day'], d2_day: ['2027-02-28'], ...hostel }
    const { form: longer, focus } = press(form, 'add_day')
    expect(focus).toBe('d3_time')
    expect(longer).toEqual({
      ...form,
      d3_day: ['2027-03-01'],
      d3_from: ['Castle Hostel'],
      d3_from_town: ['Edinburgh'],
      d3_from_kind: ['place'],
    })
    expect(press({ d2_day: ['soon'] }, 'add_day').form).toEqual({ d2_day: ['soon'], d3_day: [''] })
    for (let nth = 0; nth < 12; nth++) form = press(form, 'add_day').form as Form
    // The first day is not among them.
    expect(listDaysOnPage({ names: Object.keys(form) })).toHaveLength(9)
  })

  test('lose a day with its stops, and keep at least one', () => {
    const form = { d2_day: ['2027-02-28'], d2_stop_1: ['Ripon'], d20_day: ['2027-03-01'] }
    expect(press(form, 'remove:d2_')).toEqual({ form: { d20_day: ['2027-03-01'] }, focus: 'add_day' })
    expect(listDaysOnPage({ names: [] })).toEqual(['d2_'])
  })

  test('stay as they are after any other text', () => {
    const form = { from: ['Leeds'], stop_1: ['Otley'], key: ['0'] }
    for (const pressed of [
      '',
      'remove:from',
      'remove:key',
      'remove:',
      'add_stop:from',
      'add_stop:d2_x',
      'add_stop',
      'add_days',
    ]) {
      const isAdded = pressed === 'add_stop'
      expect([pressed, press(form, pressed).form]).toEqual([pressed, isAdded ? { ...form, stop_2: [''] } : form])
    }
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string())), fc.string(), (any, pressed) => {
        expect(Object.keys(press(any, pressed).form).length).toBeGreaterThanOrEqual(Object.keys(any).length)
      }),
    )
  })
})
