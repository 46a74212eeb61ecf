/** A document before it is drawn, with its words in reading order. */
export type PrintedPaper = {
  /** Title of the window that shows it. */
  readonly title: string
  /** File name without its extension. */
  readonly fileName: string
  readonly letterhead: Letterhead
  /** Each sheet starts a new page. */
  readonly sheets: readonly PrintedSheet[]
  /** Text at the foot of every page, before its number. */
  readonly foot: string
  /** Instant (ms) of the printing. */
  readonly printedAt: number
}

/** The sender of a document. */
export type Letterhead = {
  readonly name: string
  /** Lines with contact and licence. */
  readonly lines: readonly string[]
  readonly brand: PaperBrand
}

/** The look of a business. `accent` is a colour, `#1d3f72`. */
export type PaperBrand = {
  readonly logo: { readonly type: 'image/png' | 'image/svg+xml'; readonly bytes: Uint8Array } | null
  readonly accent: string | null
}

/** A business without logo and accent. */
export const plainBrand: PaperBrand = { logo: null, accent: null }

export type PrintedSheet = {
  readonly heading: string
  /** A prominent warning, such as a cancellation. */
  readonly warning: string | null
  readonly blocks: readonly PaperBlock[]
}

export type PaperBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly isQuiet?: true }
  /** Names and values in rows of `across`. */
  | { readonly kind: 'facts'; readonly facts: readonly PaperFact[]; readonly across: number }
  | PaperTable
  /** Boxes to fill in by hand. */
  | { readonly kind: 'boxes'; readonly names: readonly string[]; readonly across: number }
  /** A QR code with a label. */
  | { readonly kind: 'code'; readonly code: string; readonly says: string }

export type PaperFact = readonly [name: string, value: string]

export type PaperTable = {
  readonly kind: 'table'
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly PaperCell[])[]
  /** Total rows, set apart. */
  readonly totals?: readonly (readonly PaperCell[])[]
}

/** `share` is the relative width. Numbers are aligned right. */
export type PaperColumn = { readonly head: string; readonly share: number; readonly isNumber?: true }

/** Text; text under a strong line; a QR code; a box to write into. */
export type PaperCell =
  | string
  | { readonly strong: string; readonly text: string }
  | { readonly code: string; readonly says: string }
  | { readonly box: true }
