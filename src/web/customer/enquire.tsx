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

/** Puts what was typed before into a form that nothing was typed into yet. */
function fill(into: HTMLFormElement): void {
  storage((store) => {
    const typed = JSON.parse(store.getItem(kept) ?? '[]') as [string, string][]
    if (typed.length === 0) return
    for (const field of into.elements) {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
        field.checked = typed.some(([name, value]) => name === field.name && value === field.value)
      } else if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.type !== 'hidden') {
        field.value = typed.find(([name]) => name === field.name)?.[1] ?? field.value
      }
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
  if (faults === null) fill(form)
  else faults.focus()
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
