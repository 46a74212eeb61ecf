/** An operation of the document in Swagger UI (a map of Immutable.js). */
type OperationNode = {
  get(name: 'tags'): Iterable<string>
  get(name: 'operationId' | 'summary' | 'description'): string | undefined
}

/** An operation with its address. */
type EntryNode = {
  get(name: 'operation'): OperationNode
  get(name: 'method' | 'path'): string
}

type EntryList = { readonly size: number; filter(keep: (entry: EntryNode) => boolean): EntryList }

/** A tag with its operations. */
type TagNode = { get(name: 'operations'): EntryList; set(name: 'operations', entries: EntryList): TagNode }

type TagList = {
  map(change: (tag: TagNode) => TagNode): TagList
  filter(keep: (tag: TagNode) => boolean): TagList
  reduce(add: (sum: number, tag: TagNode) => number, from: number): number
}

/** The state that a component of Swagger UI receives, and the function that changes its filter. */
type FilterProps = {
  readonly specSelectors: { taggedOperations(): { valueSeq(): TagList } }
  readonly layoutSelectors: { currentFilter(): unknown }
  readonly layoutActions: { updateFilter(phrase: string | true): void }
}

/** The React in Swagger UI. */
type BundledReact = { createElement(tag: string, props: object, ...children: readonly unknown[]): unknown }

declare const SwaggerUIBundle: (settings: object) => unknown

/** Whether an operation's texts contain every typed word. */
function matchesPhrase(entry: EntryNode, words: readonly string[]): boolean {
  const operation = entry.get('operation')
  const said = [
    entry.get('method'),
    entry.get('path'),
    operation.get('operationId'),
    operation.get('summary'),
    operation.get('description'),
    ...operation.get('tags'),
  ]
  const text = said.filter(Boolean).join(' ').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The operations with every word of a phrase, under their tags; tags without any are left out. */
function filterOperations(tagged: TagList, phrase: string): TagList {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean)
  return tagged
    .map((tag) =>
      tag.set(
        'operations',
        tag.get('operations').filter((entry) => matchesPhrase(entry, words)),
      ),
    )
    .filter((tag) => tag.get('operations').size > 0)
}

/** A search plugin for paths, summaries and abilities, because the bundle's own filter knows only tags. */
function createSearchPlugin({ React }: { readonly React: BundledReact }) {
  return {
    fn: { opsFilter: filterOperations },
    components: {
      FilterContainer: ({ specSelectors, layoutSelectors, layoutActions }: FilterProps) => {
        const typed = layoutSelectors.currentFilter()
        const phrase = typeof typed === 'string' ? typed : ''
        const shown = specSelectors.taggedOperations().valueSeq()
        const count = (phrase ? filterOperations(shown, phrase) : shown).reduce((sum, tag) => sum + tag.get('operations').size, 0)
        const label = React.createElement('label', { htmlFor: 'search' }, 'Search')
        const field = React.createElement('input', {
          id: 'search',
          type: 'search',
          placeholder: 'quote, GET bookings, webhooks:manage …',
          value: phrase,
          onChange: (event: { readonly target: { readonly value: string } }) =>
            layoutActions.updateFilter(event.target.value || true),
        })
        const told = React.createElement('output', { htmlFor: 'search' }, `${count} operations`)
        return React.createElement('div', { className: 'search' }, label, field, told)
      },
    },
  }
}

/** Renders the document of this server. Throws if it is unreadable. */
async function showParts(): Promise<void> {
  const answer = await fetch('openapi.json')
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`)
  const spec = await answer.json()
  // Trial calls go to the server of this page, under the name in its address.
  spec.servers = [{ url: new URL('.', location.href).href.replace(/\/$/, '') }]
  // Swagger UI would link the identifier to an external list of licences.
  delete spec.info.license.identifier
  const ui = SwaggerUIBundle({
    spec,
    dom_id: '#api',
    plugins: [createSearchPlugin],
    layout: 'BaseLayout',
    filter: true,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayOperationId: false,
    displayRequestDuration: true,
    validatorUrl: null,
  })
  Object.assign(window, { ui })
}

showParts().catch((fault: Error) => {
  const status = document.querySelector('#api p')
  if (status !== null) status.textContent = `The document could not be shown: ${fault.message}`
})
