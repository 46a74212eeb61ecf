// The form works without this script. The script searches places, adds rows without a request, and keeps the entries in the tab.

import { addMissingRows, pressRowButton } from './enquiry/form-rows.ts'
import { preparePlaceBlock, setPlaceKind } from './enquiry/place-block.ts'

const kept = 'charabanc-enquiry'
const form = document.querySelector<HTMLFormElement>('#enquiry')

/** Names of the place kinds that the customer chose. */
const chosenKinds = new Set<string>()

/** Runs `work` with the session's storage, if the browser allows it. It can refuse storage to a page in a frame. */
function tryWithSession(work: (store: Storage) => void): void {
  try {
    work(sessionStorage)
  } catch {
    return
  }
}

function saveEntries(from: HTMLFormElement): void {
  const typed = [...new FormData(from)].filter(([name]) => name !== 'key')
  tryWithSession((store) => store.setItem(kept, JSON.stringify(typed)))
}

type Typed = readonly (readonly [name: string, value: string])[]

function readEarlierEntries(): Typed {
  let typed: Typed = []
  tryWithSession((store) => (typed = JSON.parse(store.getItem(kept) ?? '[]') as Typed))
  return typed
}

/** Restores earlier entries into an empty form, with their rows. */
function restoreEntries(into: HTMLFormElement, typed: Typed): void {
  const names = typed.map(([name]) => name)
  addMissingRows(into, names, preparePlaces)
  for (const field of into.elements) {
    const ofName = typed.filter(([name]) => 'name' in field && name === field.name).map(([, value]) => value)
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      // An older form in the browser's cache has no choice of home or venue.
      if (field.type === 'checkbox' || ofName.length > 0) field.checked = ofName.includes(field.value)
    } else if (isTyped(field)) field.value = ofName[0] ?? field.value
  }
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLInputElement) return field.name !== 'key'
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

/** Presets the places of a new form: homes without an organisation, venues with one, unless the customer has chosen. */
function presetPlaceKinds(on: HTMLFormElement): void {
  on.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'organisation') presetKindsWithin(on)
  })
}

function presetKindsWithin(element: HTMLElement): void {
  const organisation = document.querySelector<HTMLInputElement>('#organisation')
  const kind = organisation === null || organisation.value.trim() === '' ? 'residential' : 'place'
  for (const block of element.querySelectorAll<HTMLElement>('.place')) {
    if (!chosenKinds.has(block.id.replace(/place$/, 'kind'))) setPlaceKind(block, kind)
  }
}

function preparePlaces(row: HTMLElement): void {
  for (const block of row.querySelectorAll<HTMLElement>('.place')) preparePlaceBlock(block, chosenKinds)
}

function prepareAddedRow(row: HTMLElement): void {
  preparePlaces(row)
  presetKindsWithin(row)
}

if (form !== null) {
  const faults = document.getElementById('faults')
  const before = readEarlierEntries()
  preparePlaces(form)
  if (faults === null && before.length > 0) restoreEntries(form, before)
  else if (faults === null) presetPlaceKinds(form)
  else {
    faults.focus()
    // Otherwise, after Back, the browser asks whether to send the form again.
    history.replaceState(null, '', location.href)
  }
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio') chosenKinds.add(target.name)
    saveEntries(form)
  })
  form.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[name="change"]') : null
    if (button === null) return
    event.preventDefault()
    pressRowButton(form, button, prepareAddedRow)
  })
  const send = form.querySelector<HTMLButtonElement>('.send')
  // A second press during the first would only return the same response.
  form.addEventListener('submit', () => setTimeout(() => send?.setAttribute('disabled', '')))
  addEventListener('pageshow', () => send?.removeAttribute('disabled'))
} else if (document.getElementById('sent') !== null) tryWithSession((store) => store.removeItem(kept))
