declare module 'svg-to-pdfkit' {
  type Colour = readonly [channels: readonly number[], opacity: number]

  type Options = {
    readonly width: number
    readonly height: number
    readonly preserveAspectRatio: string
    readonly assumePt: boolean
    readonly warningCallback: (what: string) => void
    /** Called for every colour, also for an unknown one, with its original words. */
    readonly colorCallback: (read: Colour | undefined, words: string | undefined) => Colour | undefined
  }

  /** Draws a tree of elements on a page. */
  function drawSvg(doc: PDFKit.PDFDocument, svg: object, x: number, y: number, options: Options): void
  export = drawSvg
}
