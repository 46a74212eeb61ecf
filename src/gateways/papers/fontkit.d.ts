declare module 'fontkit' {
  /** A parsed font. pdfkit accepts one in place of the bytes of a file. */
  export type Font = { layout(text: string): unknown; createSubset(): unknown }

  /** Parses a font file. Throws for any other bytes. */
  export function create(bytes: Uint8Array): Font
}
