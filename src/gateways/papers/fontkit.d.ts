declare module 'fontkit' {
  /** A parsed font. pdfkit takes one in place of the bytes of a file. */
  export type Font = { layout(text: string): unknown; createSubset(): unknown }

  /** Parses a font file. Throws for bytes that are none. */
  export function create(bytes: Uint8Array): Font
}
