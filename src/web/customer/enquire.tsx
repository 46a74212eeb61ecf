// The form works without this. It keeps what was typed while the page is open or is opened again, and shows when one comes back only
// to those who do.

const kept = 'charabanc-enquiry'
const form = document.querySelector<HTMLFormElement>('#enquiry')

/** Storage may be closed to a page in a frame; then nothing is kept. */
function storage(work: (store: Storage) => void): void {
  try {
    work(sessionStorage)
  } catch {
    return
  }
}

function keep(from: HTMLFormElement): void {
  const typed = [...new FormData(from)].filter(([name]) => name !== 'key')
  storage((store) => store.setItem(kept, JSON.stringify(typed)))
}

type Typed = readonly (readonly [name: string, value: string])[]

function typedBefore(): Typed {
  let typed: Typed = []
  storage((store) => (typed = JSON.parse(store.getItem(kept) ?? '[]') as Typed))
  return typed
}

/** Puts what was typed before into a form that nothing was typed into yet. */
function fill(into: HTMLFormElement, typed: Typed): void {
  for (const field of into.elements) {
    const ofName = typed.filter(([name]) => 'name' in field && name === field.name).map(([, value]) => value)
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      // A browser may keep an older form, without a choice of home or venue.
      if (field.type === 'checkbox' || ofName.length > 0) field.checked = ofName.includes(field.value)
    } else if (isTyped(field)) field.value = ofName[0] ?? field.value
  }
}

function isTyped(field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLInputElement) return field.type !== 'hidden'
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}

/** Makes the places of a new form homes without an organisation, and venues with one, except where somebody chose. */
function followOrganisation(on: HTMLFormElement): void {
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
  const before = typedBefore()
  if (faults === null && before.length > 0) fill(form, before)
  else if (faults === null) followOrganisation(form)
  else {
    faults.focus()
    // Otherwise, on Back to this page, the browser asks whether to send the form again.
    history.replaceState(null, '', location.href)
  }
  showBack(form)
  form.addEventListener('input', () => {
    keep(form)
    showBack(form)
  })
  // Sent once: a second press while the first is on its way would only bring the same answer.
  form.addEventListener('submit', () => {
    const button = form.querySelector('button')
    if (button !== null) setTimeout(() => (button.disabled = true))
  })
  addEventListener('pageshow', () => {
    const button = form.querySelector('button')
    if (button !== null) button.disabled = false
  })
} else if (document.getElementById('sent') !== null) storage((store) => store.removeItem(kept))
