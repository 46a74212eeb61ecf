import { renderSVG } from 'uqr'

/** Draws a text as a QR code, dark on white: a picture (SVG) with nothing else. */
export function renderCodePicture(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 3 })
}
