/** A paper before it is drawn: words in the order they are read, without a place on the page. */
export type PrintedPaper = {
  /** Title of the window that shows it. */
  readonly title: string
  /** Name under which a browser keeps it, without the ending. */
  readonly fileName: string
  readonly letterhead: Letterhead
  /** Each begins on a page of its own. */
  readonly sheets: readonly PrintedSheet[]
  /** Stands at the foot of every page, before its number. */
  readonly foot: string
  /** Instant (ms) at which it was printed. */
  readonly printedAt: number
}

/** The sender of a paper. */
export type Letterhead = {
  readonly name: string
  /** Lines on how to reach them, and under what licence they run. */
  readonly lines: readonly string[]
  readonly brand: PaperBrand
}

/** The look of a business. `accent` is a colour, `#1d3f72`. */
export type PaperBrand = {
  readonly logo: { readonly type: 'image/png' | 'image/svg+xml'; readonly bytes: Uint8Array } | null
  readonly accent: string | null
}

/** A business that has chosen neither. */
export const plainBrand: PaperBrand = { logo: null, accent: null }

export type PrintedSheet = {
  readonly heading: string
  /** Warning that must not be overlooked, such as that the trip was called off. */
  readonly warning: string | null
  readonly blocks: readonly PaperBlock[]
}

export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly isQuiet?: true }
  /** Names and values side by side, so many in a row. */
  | { readonly kind: 'facts'; readonly facts: readonly PaperFact[]; readonly across: number }
  | PaperTable
  /** Boxes that somebody fills in by hand. */
  | { readonly kind: 'boxes'; readonly names: readonly string[]; readonly across: number }
  /** A text as a code that phones read, with what it is for beside it. */
  | { readonly kind: 'code'; readonly code: string; readonly says: string }

export type PaperFact = readonly [name: string, value: string]

export type PaperTable = {
  readonly kind: 'table'
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly PaperCell[])[]
  /** Rows with what the others come to, set apart. */
  readonly totals?: readonly (readonly PaperCell[])[]
}

/** `share` is its part of the width, beside those of the others. Numbers stand at the right. */
export type PaperColumn = { readonly head: string; readonly share: number; readonly isNumber?: true }

/** Text; text under a line that stands out; a code that phones read; a box to write into. */
export type PaperCell =
  | string
  | { readonly strong: string; readonly text: string }
  | { readonly code: string; readonly says: string }
  | { readonly box: true }
