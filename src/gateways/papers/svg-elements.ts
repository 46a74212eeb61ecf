/** An element of an SVG, with the members that svg-to-pdfkit needs. */
export type SvgElement = {
  readonly nodeName: string
  readonly nodeType: 1
  readonly parentNode: SvgElement | null
  readonly childNodes: SvgElement[]
  getAttribute(name: string): string | null
  getElementById(id: string): SvgElement | null
  /** The library only requests styles, which are already in the attributes. */
  getElementsByTagName(name: string): readonly []
}

/** The elements of an SVG with their attributes, the root first. */
export type SvgElements = ReadonlyMap<SvgElement, Map<string, string>>
