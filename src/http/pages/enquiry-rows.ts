import type { SentForm } from '../body.ts'
import { listDaysOnPage, listStopsOnPage, mostFormDays, mostFormStops } from './enquiry-fields.ts'

/** A form with a row more or less, and the field or the button that gets the focus. */
export type ChangedForm = { readonly form: SentForm; readonly focus: string }

/**
 * The form after a press of a button for its rows: `add_stop:d2_`, `add_day`, `remove:stop_1` or `remove:d2_`. Any other text
 * changes nothing.
 */
export function changeFormRows(form: SentForm, pressed: string): ChangedForm {
  const [action, name = ''] = pressed.split(':')
  if (action === 'add_stop' && /^(|back_|d\d{1,3}_)$/.test(name)) return addStop(form, name)
  if (action === 'add_day') return addDay(form)
  if (action === 'remove' && /^((back_|d\d{1,3}_)?stop_\d{1,3}|d\d{1,3}_)$/.test(name)) return removeRow(form, name)
  return { form, focus: '' }
}

function addStop(form: SentForm, leg: string): ChangedForm {
  const stops = listStopsOnPage({ names: Object.keys(form) }, leg)
  if (stops.length >= mostFormStops) return { form, focus: '' }
  const field = `${leg}stop_${findNextNumber(stops.at(-1)?.field ?? '')}`
  return { form: { ...form, [field]: [''] }, focus: field }
}

/** Adds a day that begins the day after the last one, where that day ended. */
function addDay(form: SentForm): ChangedForm {
  const days = listDaysOnPage({ names: Object.keys(form) })
  if (days.length + 1 >= mostFormDays) return { form, focus: '' }
  const last = days.at(-1) ?? ''
  const leg = `d${findNextNumber(last.slice(0, -1))}_`
  const ends = Object.entries(form).filter(([name]) => name === `${last}to` || name.startsWith(`${last}to_`))
  const begins = ends.map(([name, values]) => [`${leg}from${name.slice(`${last}to`.length)}`, values] as const)
  const date = findNextDate(form[`${last}day`]?.[0] ?? '')
  return { form: { ...form, ...Object.fromEntries(begins), [`${leg}day`]: [date] }, focus: `${leg}time` }
}

function removeRow(form: SentForm, name: string): ChangedForm {
  const start = name.endsWith('_') ? name : `${name}_`
  const kept = Object.entries(form).filter(([field]) => field !== name && !field.startsWith(start))
  const leg = name.replace(/stop_\d+$/, '')
  return { form: Object.fromEntries(kept), focus: name.endsWith('_') ? 'add_day' : `add_stop:${leg}` }
}

/** The number after that at the end of a name; 1 without a number. */
function findNextNumber(name: string): number {
  const [number = '0'] = /\d+$/.exec(name) ?? []
  return Number(number) + 1
}

function findNextDate(date: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? new Date(`${date}T00:00:00Z`) : new Date(Number.NaN)
  day.setUTCDate(day.getUTCDate() + 1)
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10)
}
