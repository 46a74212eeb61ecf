declare module 'svg-to-pdfkit' {
  type Colour = readonly [channels: readonly number[], opacity: number]

  type Options = {
    readonly width: number
    readonly height: number
    readonly preserveAspectRatio: string
    readonly assumePt: boolean
    readonly warningCallback: (what: string) => void
    /** Is asked of every colour, also of one that was not understood, with the words it was read from. */
    readonly colorCallback: (read: Colour | undefined, words: string | undefined) => Colour | undefined
  }

  /** Draws a tree of elements on a page. */
  function drawSvg(doc: PDFKit.PDFDocument, svg: object, x: number, y: number, options: Options): void
  export = drawSvg
}
