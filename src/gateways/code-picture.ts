import { renderSVG } from 'uqr'

/** A text as a code that phones read, dark on white: a picture (SVG) without anything else in it. */
export function codePicture(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 3 })
}
