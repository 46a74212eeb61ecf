// The form works without this script. The script keeps the entries in the tab, and hides the return fields of a one-way trip.

const kept = 'charabanc-enquiry'
const form = document.querySelector<HTMLFormElement>('#enquiry')

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

/** Restores earlier entries into an empty form. */
function restoreEntries(into: HTMLFormElement, typed: Typed): void {
  for (const field of into.elements) {
    const ofName = typed.filter(([name]) => 'name' in field && name === field.name).map(([, value]) => value)
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      // An older form in the browser's cache has no choice of home or venue.
      if (field.type === 'checkbox' || ofName.length > 0) field.checked = ofName.includes(field.value)
    } else if (isTyped(field)) field.value = ofName[0] ?? field.value
  }
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLInputElement) return field.type !== 'hidden'
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

/** Presets the places of a new form: homes without an organisation, venues with one, unless the customer has chosen. */
function presetPlaceKinds(on: HTMLFormElement): void {
  const chosen = new Set<string>()
  on.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    if (target.type === 'radio') chosen.add(target.name)
    if (target.name !== 'organisation') return
    const kind = target.value.trim() === '' ? 'residential' : 'place'
    for (const radio of on.querySelectorAll<HTMLInputElement>(`.kinds input[value=${kind}]`)) {
      if (!chosen.has(radio.name)) radio.checked = true
    }
  })
}

function showBack(of: HTMLFormElement): void {
  const isBack = new FormData(of).get('way') !== 'one_way'
  const back = document.getElementById('back')
  if (back !== null) back.hidden = !isBack
}

if (form !== null) {
  const faults = document.getElementById('faults')
  const before = readEarlierEntries()
  if (faults === null && before.length > 0) restoreEntries(form, before)
  else if (faults === null) presetPlaceKinds(form)
  else {
    faults.focus()
    // Otherwise, after Back, the browser asks whether to send the form again.
    history.replaceState(null, '', location.href)
  }
  showBack(form)
  form.addEventListener('input', () => {
    saveEntries(form)
    showBack(form)
  })
  // A second press during the first would only return the same response.
  form.addEventListener('submit', () => {
    const button = form.querySelector('button')
    if (button !== null) setTimeout(() => (button.disabled = true))
  })
  addEventListener('pageshow', () => {
    const button = form.querySelector('button')
    if (button !== null) button.disabled = false
  })
} else if (document.getElementById('sent') !== null) tryWithSession((store) => store.removeItem(kept))
