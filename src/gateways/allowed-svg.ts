import { type SaxesAttributeNS, SaxesParser } from 'saxes'

const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const namespaceDeclarations = 'http://www.w3.org/2000/xmlns/'

const toWordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Elements of SVG that draw, or describe a drawing. None of them moves, runs, links or contains another document. */
const allowedElements = toWordSet(`
  svg g defs symbol use title desc metadata style
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile
`)

/** Attributes of SVG that affect the drawing, in addition to `data-…` and `aria-…`. */
const allowedAttributes = toWordSet(`
  id class style type lang role version baseProfile viewBox preserveAspectRatio transform transform-origin href
  x y x1 y1 x2 y2 dx dy cx cy r rx ry fx fy fr width height d points pathLength offset rotate textLength lengthAdjust startOffset
  method spacing side gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 values tableValues slope intercept amplitude exponent
  stdDeviation edgeMode radius enable-background
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-rendering
  direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation kerning letter-spacing lighting-color
  marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order shape-rendering
  stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility white-space
  word-spacing writing-mode
`)

/** Namespaces of notes by drawing programs. Browsers ignore them. */
const editorNamespaces = toWordSet(`
  http://www.inkscape.org/namespaces/inkscape http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
  http://www.w3.org/1999/02/22-rdf-syntax-ns# http://creativecommons.org/ns# http://web.resource.org/cc/
  http://purl.org/dc/elements/1.1/ http://www.serif.com/ http://www.bohemiancoding.com/sketch/ns
  http://vectornator.io http://www.figma.com/figma/ns
`)

/** An element that the reader has entered, with the text so far of a style sheet. */
type Open = { sheet: string | null }

/**
 * Whether a logo is a whole SVG of allowed elements and attributes only. An address in it names another element of the drawing,
 * or is a picture that the drawing contains.
 */
export function isAllowedSvg(bytes: Uint8Array): boolean {
  const parser = new SaxesParser({ xmlns: true })
  const path: Open[] = []
  let isAllowed = true
  let hasRoot = false
  const allow = (isSo: boolean) => {
    isAllowed &&= isSo
  }
  parser.on('error', () => allow(false))
  parser.on('doctype', () => allow(false))
  parser.on('processinginstruction', () => allow(false))
  parser.on('opentag', ({ local, uri, attributes }) => {
    const isSvg = uri === svgNamespace
    allow(hasRoot ? (isSvg ? allowedElements.has(local) : editorNamespaces.has(uri)) : isSvg && local === 'svg')
    hasRoot = true
    for (const attribute of Object.values(attributes)) allow(isSvg ? isAllowedOn(local, attribute) : isNote(attribute))
    path.push({ sheet: isSvg && local === 'style' ? '' : null })
  })
  const read = (text: string) => {
    const open = path.at(-1)
    if (open !== undefined && open.sheet !== null) open.sheet += text
  }
  parser.on('text', read)
  parser.on('cdata', read)
  parser.on('closetag', () => {
    allow(isAllowedCss(path.pop()?.sheet ?? ''))
  })
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close()
  } catch {
    return false
  }
  return isAllowed && hasRoot && path.length === 0
}

function isAllowedOn(element: string, { local, uri, value }: SaxesAttributeNS): boolean {
  if (uri === namespaceDeclarations || editorNamespaces.has(uri)) return true
  if (uri === xmlNamespace) return local === 'space' || local === 'lang'
  const isLink = local === 'href' && (uri === '' || uri === xlinkNamespace)
  if (isLink) return element === 'image' ? isPicture(value) : /^#\S+$/.test(value)
  return uri === '' && (allowedAttributes.has(local) || /^(data|aria)-[\w.-]+$/.test(local)) && isAllowedCss(value)
}

/** Whether an attribute on an element of a drawing program is a note: a plain word or number. */
function isNote({ local, uri, value }: SaxesAttributeNS): boolean {
  if (uri === namespaceDeclarations || editorNamespaces.has(uri)) return true
  return uri === '' && /^(?!on)[a-z][\w-]*$/i.test(local) && /^[\w\s#%.,;+-]*$/.test(value)
}

function isPicture(address: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i.test(address)
}

/** Functions of CSS and of transforms that compute a colour, a length or a move. */
const computing = toWordSet(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color calc
  matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy
`)

/**
 * Whether a value or a style sheet loads nothing. CSS loads only by at-rules and functions, so each function must be an allowed
 * one. A backslash is refused, because it could hide either.
 */
function isAllowedCss(text: string): boolean {
  if (/[@\\]/.test(text)) return false
  const withoutReferences = text.replace(/\burl\(\s*(["']?)#[^\s"'()]+\1\s*\)/gi, ' ')
  return [...withoutReferences.matchAll(/([\w-]*)\s*\(/g)].every(([, name = '']) => computing.has(name.toLowerCase()))
}
