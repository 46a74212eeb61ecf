import { addDays } from '../../plain/moment.ts'

/** Prepares a row that was added. */
type OnRow = (row: HTMLElement) => void

/** Adds or removes the row of a pressed button, which the server would do without a script. */
export function pressRowButton(form: HTMLFormElement, { value }: HTMLButtonElement, onRow: OnRow): void {
  const [action, name = ''] = value.split(':')
  if (action === 'add_stop') addStopRow(form, name, null, onRow)?.querySelector<HTMLElement>('input')?.focus()
  else if (action === 'add_day') addNextDay(form, onRow)
  else removeRow(form, name)
  form.dispatchEvent(new Event('input'))
}

/** Adds the rows of these field names that the form lacks. */
export function addMissingRows(form: HTMLFormElement, names: readonly string[], onRow: OnRow): void {
  const days = listNumbers(names, /^d(\d+)_/)
  for (const [, number] of days) if (findDay(form, `d${number}_`) === null) addDayRow(form, Number(number), onRow)
  for (const [, leg = '', number] of listNumbers(names, /^(|back_|d\d+_)stop_(\d+)$/)) {
    if (form.querySelector(`[data-row="${leg}stop_${number}"]`) === null) addStopRow(form, leg, Number(number), onRow)
  }
}

function listNumbers(names: readonly string[], pattern: RegExp): RegExpExecArray[] {
  const matches = names.map((name) => pattern.exec(name)).filter((match) => match !== null)
  return matches.sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)))
}

function findDay(form: HTMLFormElement, leg: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`.day[data-leg="${leg}"]`)
}

function addStopRow(form: HTMLFormElement, leg: string, number: number | null, onRow: OnRow): HTMLElement | null {
  const rows = form.querySelector<HTMLElement>(`.stops[data-leg="${leg}"]`)
  if (rows === null) return null
  const last = rows.lastElementChild as HTMLElement | null
  const n = number ?? Number(/\d*$/.exec(last?.dataset.row ?? '')?.[0] ?? 0) + 1
  return appendRow(form, rows, 'stop-row', { leg, n: String(n), where: rows.dataset.where ?? '' }, onRow)
}

function addDayRow(form: HTMLFormElement, number: number, onRow: OnRow): HTMLElement | null {
  const days = form.querySelector<HTMLElement>('#days')
  return days && appendRow(form, days, 'day-row', { n: String(number) }, onRow)
}

/** Adds a day that begins the day after the last one, where that day ended. */
function addNextDay(form: HTMLFormElement, onRow: OnRow): void {
  const last = form.querySelector<HTMLElement>('.day:last-child')?.dataset.leg ?? ''
  const number = Number(/\d+/.exec(last)?.[0] ?? 1) + 1
  const row = addDayRow(form, number, onRow)
  if (row === null) return
  const leg = `d${number}_`
  for (const control of form.elements) {
    if (!isControl(control) || !(control.name === `${last}to` || control.name.startsWith(`${last}to_`))) continue
    const name = `${leg}from${control.name.slice(`${last}to`.length)}`
    const isRadio = control.type === 'radio'
    const copy = row.querySelector<HTMLInputElement>(`[name="${name}"]${isRadio ? `[value="${control.value}"]` : ''}`)
    if (copy === null) continue
    if (isRadio) copy.checked = (control as HTMLInputElement).checked
    else copy.value = control.value
  }
  const date = form.querySelector<HTMLInputElement>(`[name="${last}day"]`)?.value ?? ''
  const day = row.querySelector<HTMLInputElement>(`[name="${leg}day"]`)
  if (day !== null && date !== '') day.value = addDays(date, 1)
  row.querySelector<HTMLElement>(`[name="${leg}time"]`)?.focus()
}

function isControl(element: Element): element is HTMLInputElement | HTMLSelectElement {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement
}

function removeRow(form: HTMLFormElement, name: string): void {
  const row = name.endsWith('_') ? findDay(form, name) : form.querySelector(`[data-row="${name}"]`)
  const add = name.endsWith('_') ? 'add_day' : `add_stop:${name.replace(/stop_\d+$/, '')}`
  row?.remove()
  renumberRows(form)
  form.querySelector<HTMLElement>(`button[value="${add}"]`)?.focus()
}

type RowWords = Readonly<Record<string, string>>

function appendRow(
  form: HTMLFormElement,
  rows: HTMLElement,
  template: string,
  words: RowWords,
  onRow: OnRow,
): HTMLElement | null {
  const source = document.getElementById(template)
  if (rows.children.length >= Number(rows.dataset.most) || !(source instanceof HTMLTemplateElement)) return null
  const row = source.content.firstElementChild?.cloneNode(true) as HTMLElement
  const at = String(rows.children.length + (rows.id === 'days' ? 2 : 1))
  fillWords(row, { at, ...words })
  rows.append(row)
  renumberRows(form)
  onRow(row)
  return row
}

/** Replaces the words in braces in the attributes and texts of a copied row. */
function fillWords(row: HTMLElement, words: RowWords): void {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
  for (const element of [row, ...row.querySelectorAll('*')]) {
    for (const attribute of element.attributes) if (attribute.value.includes('{')) attribute.value = fill(attribute.value)
    for (const node of element.childNodes) if (node instanceof Text) node.data = fill(node.data)
  }
}

/** Numbers the rows on the page, and hides the buttons that add more than the greatest number. */
function renumberRows(form: HTMLFormElement): void {
  for (const rows of form.querySelectorAll<HTMLElement>('.stops')) {
    for (const [nth, row] of [...rows.children].entries()) setTexts(row, '.stop-at', String(nth + 1))
    hideFull(rows, rows.nextElementSibling)
  }
  const days = form.querySelector<HTMLElement>('#days')
  if (days === null) return
  for (const [nth, day] of [...days.children].entries()) {
    setTexts(day, '.day-at', String(nth + 2))
    setTexts(day, '.where', `(day ${nth + 2})`)
    for (const rows of day.querySelectorAll<HTMLElement>('.stops')) rows.dataset.where = `(day ${nth + 2})`
  }
  // The first day is not in the list.
  hideFull(days, days.nextElementSibling, 1)
}

function setTexts(within: Element, selector: string, text: string): void {
  for (const element of within.querySelectorAll(selector)) element.textContent = text
}

function hideFull(rows: HTMLElement, button: Element | null, others = 0): void {
  if (button instanceof HTMLElement) button.hidden = rows.children.length + others >= Number(rows.dataset.most)
}
