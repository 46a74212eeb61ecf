/** An element of an SVG, with what svg-to-pdfkit asks of one. */
export type SvgElement = {
  readonly nodeName: string
  readonly nodeType: 1
  readonly parentNode: SvgElement | null
  readonly childNodes: SvgElement[]
  getAttribute(name: string): string | null
  getElementById(id: string): SvgElement | null
  /** Styles alone are asked for, and those are in the attributes by then. */
  getElementsByTagName(name: string): readonly []
}

/** The elements of an SVG with what each says, the root first. */
export type SvgElements = ReadonlyMap<SvgElement, Map<string, string>>
