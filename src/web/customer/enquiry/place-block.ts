import { formatChosenPlace, isStillChosen, parseChosenPlace } from '../../../domain/chosen-place.ts'
import type { PlaceResult } from '../place-results.ts'
import { attachPlaceSearch } from '../place-search.ts'

/**
 * Adds the search to a place of the form, and opens its details on request. A chosen place fills in the town, the postcode and a
 * hidden field with the coordinates. `chosenKinds` has the names of the kinds that the customer chose, which a place keeps.
 */
export function preparePlaceBlock(block: HTMLElement, chosenKinds: ReadonlySet<string>): void {
  const name = block.id.replace(/_place$/, '')
  const findControl = <Control extends HTMLInputElement | HTMLSelectElement = HTMLInputElement>(part: string) =>
    block.querySelector<Control>(`[name="${name}${part}"]`)
  const [input, town, postcode, found] = ['', '_town', '_postcode', '_found'].map((part) => findControl(part))
  const edit = block.querySelector<HTMLButtonElement>('.edit')
  if (!input || !town || !postcode || !found || !edit) return

  const readTexts = () => ({ label: input.value, locality: town.value, postcode: postcode.value })
  const isTaken = () => {
    const chosen = parseChosenPlace(found.value)
    return chosen !== null && isStillChosen(chosen, readTexts())
  }
  const take = (place: PlaceResult) => {
    const typed = input.value.trim()
    // Words after the name of the town stay.
    const isLonger = typed.toLowerCase().startsWith(`${place.label.toLowerCase()} `)
    input.value = isLonger ? typed : place.label
    town.value = place.locality ?? ''
    postcode.value = place.postcode ?? ''
    const { latitude, longitude, country } = place
    const texts = { ...readTexts(), label: place.label }
    found.value = latitude === null || longitude === null ? '' : formatChosenPlace({ latitude, longitude, country, ...texts })
    if (place.postcode === null && !chosenKinds.has(`${name}_kind`)) setPlaceKind(block, place.kind)
    input.form?.dispatchEvent(new Event('input'))
  }
  input.addEventListener('input', () => {
    const chosen = parseChosenPlace(found.value)
    if (chosen === null || isTaken()) return
    if (town.value === chosen.locality) town.value = ''
    if (postcode.value === chosen.postcode) postcode.value = ''
    found.value = ''
  })
  edit.addEventListener('click', () => edit.setAttribute('aria-expanded', String(block.classList.toggle('open'))))
  edit.setAttribute('aria-expanded', String(block.classList.contains('open')))
  attachPlaceSearch({ input, take, isTaken })
}

/** Sets the kind of a place: a home, or a public place, of this type if the form offers it. */
export function setPlaceKind(block: HTMLElement, kind: string): void {
  const value = kind === 'residential' ? kind : 'place'
  const radio = block.querySelector<HTMLInputElement>(`.kinds [value="${value}"]`)
  const type = block.querySelector('select')
  if (radio !== null) radio.checked = true
  if (type !== null && [...type.options].some((option) => option.value === kind)) type.value = kind
}
