import { formatCount } from '../../domain/spoken.ts'
import { searchPlaces } from './place-lookup.ts'
import { describeWhereabouts, type PlaceResult } from './place-results.ts'

/** A field whose text is searched: it takes a chosen place, and tells whether its text is of a chosen one. */
export type PlaceField = {
  readonly input: HTMLInputElement
  readonly take: (place: PlaceResult) => void
  readonly isTaken: () => boolean
}

/** Adds suggestions to a field. */
export function attachPlaceSearch(field: PlaceField): void {
  new PlaceSearch(field)
}

/** Time (ms) without a key before a search. */
const pauseMs = 250

/**
 * The suggestions below a field, as an ARIA combobox: the arrow keys move, Enter and a click choose, Escape closes. The field
 * stays a field for any text. It is *idle*, *waiting* for the end of typing or an answer, or *open*. After the field is left with
 * a name of several towns, it is *asking* which one.
 */
class PlaceSearch {
  readonly #field: PlaceField
  readonly #list = document.createElement('ul')
  readonly #status = document.createElement('span')
  readonly #question = document.createElement('div')
  #places: readonly PlaceResult[] = []
  #lit = -1
  #timer: ReturnType<typeof setTimeout> | undefined
  #search = new AbortController()

  constructor(field: PlaceField) {
    this.#field = field
    const { input } = field
    setAttributes(this.#list, { id: `${input.id}-places`, role: 'listbox', class: 'options', 'aria-label': 'Places' })
    setAttributes(this.#status, { role: 'status', class: 'unseen' })
    setAttributes(this.#question, { role: 'group', class: 'which' })
    this.#list.hidden = true
    this.#question.hidden = true
    setAttributes(input, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': this.#list.id,
    })
    input.after(this.#list, this.#question, this.#status)
    input.addEventListener('input', () => this.#wait())
    input.addEventListener('keydown', (event) => this.#press(event))
    input.addEventListener('blur', () => this.#leave())
    // Keeps the focus in the field during a click.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault())
    this.#list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest('li') : null
      if (option !== null) this.#choose([...this.#list.children].indexOf(option))
    })
  }

  #wait(): void {
    this.#stop()
    this.#question.hidden = true
    this.#timer = setTimeout(() => this.#find(), pauseMs)
  }

  /** Ends a search and closes the list. */
  #stop(): void {
    clearTimeout(this.#timer)
    this.#search.abort()
    this.#show([])
  }

  async #find(): Promise<void> {
    this.#search = new AbortController()
    const { signal } = this.#search
    const { input } = this.#field
    const places = await searchPlaces(input.value, signal)
    if (signal.aborted || document.activeElement !== input) return
    this.#show(places ?? [])
    if (places !== null) this.#status.textContent = places.length === 0 ? 'No places found' : formatCount(places.length, 'place')
  }

  #show(places: readonly PlaceResult[]): void {
    this.#places = places
    this.#status.textContent = ''
    this.#list.replaceChildren(...places.map((place, nth) => this.#renderOption(place, nth)))
    this.#list.hidden = places.length === 0
    this.#field.input.setAttribute('aria-expanded', String(places.length > 0))
    this.#light(-1)
  }

  #renderOption(place: PlaceResult, nth: number): HTMLLIElement {
    const option = document.createElement('li')
    setAttributes(option, { id: `${this.#list.id}-${nth}`, role: 'option' })
    const where = document.createElement('span')
    where.className = 'faint'
    where.textContent = describeWhereabouts(place, this.#places)
    option.append(place.label, ' ', where)
    return option
  }

  #light(lit: number): void {
    this.#lit = lit
    for (const [nth, option] of [...this.#list.children].entries()) option.setAttribute('aria-selected', String(nth === lit))
    const option = this.#list.children[lit]
    if (option === undefined) this.#field.input.removeAttribute('aria-activedescendant')
    else {
      this.#field.input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const count = this.#places.length
    if (event.key === 'Escape' && count > 0) this.#stop()
    else if (event.key === 'Enter' && this.#lit >= 0) this.#choose(this.#lit)
    else if (event.key === 'ArrowDown' && count === 0) this.#find()
    else if (event.key === 'ArrowDown') this.#light((this.#lit + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) this.#light((Math.max(this.#lit, 0) + count - 1) % count)
    else return
    event.preventDefault()
  }

  #choose(nth: number): void {
    const place = this.#places[nth]
    this.#stop()
    if (place !== undefined) this.#field.take(place)
  }

  async #leave(): Promise<void> {
    this.#stop()
    const { input, isTaken } = this.#field
    const text = input.value
    if (isTaken()) return
    const places = (await searchPlaces(text, AbortSignal.timeout(5_000))) ?? []
    const isLeft = document.activeElement !== input && input.value === text && !isTaken()
    const same = places.filter(({ ambiguous }) => ambiguous)
    if (isLeft && same.length > 0) this.#ask(text.trim(), same)
  }

  /** Asks which of several towns of one name is meant. Without an answer the place has no coordinates. */
  #ask(name: string, same: readonly PlaceResult[]): void {
    const sentence = `Which ${name}?`
    const title = document.createElement('p')
    setAttributes(title, { id: `${this.#list.id}-which` })
    title.textContent = sentence
    this.#question.setAttribute('aria-labelledby', title.id)
    this.#question.replaceChildren(title, ...same.map((place) => this.#renderAnswer(place, same)))
    this.#question.hidden = false
    this.#status.textContent = `${sentence} ${formatCount(same.length, 'town')} below the field.`
  }

  #renderAnswer(place: PlaceResult, same: readonly PlaceResult[]): HTMLButtonElement {
    const button = document.createElement('button')
    setAttributes(button, { type: 'button', class: 'quiet' })
    button.textContent = [place.label, describeWhereabouts(place, same)].filter(Boolean).join(', ')
    button.addEventListener('click', () => {
      this.#question.hidden = true
      this.#status.textContent = ''
      this.#field.take(place)
      this.#field.input.focus()
    })
    return button
  }
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}
