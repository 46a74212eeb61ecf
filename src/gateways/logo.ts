import { type LogoType, mostLogoBytes } from '../domain/brand.ts'
import { invalid } from '../domain/refusal.ts'
import { isAllowedSvg } from './allowed-svg.ts'

/** A checked picture. */
export type Logo = { readonly mediaType: LogoType; readonly bytes: Uint8Array<ArrayBuffer> }

const path = ['logo', 'data']

/**
 * Reads a logo from base64. Refuses `validation_failed` at `logo.data` for invalid base64, for more than 64 KiB, and for an
 * incomplete PNG (W3C PNG, third edition). An SVG may contain only allowed elements and attributes.
 */
export function readLogo(mediaType: LogoType, base64: string): Logo {
  const bytes = decodeLogo(base64)
  if (bytes === null) throw invalid(path, 'base64')
  if (bytes.length > mostLogoBytes) throw invalid(path, 'mostBytes', { most: mostLogoBytes })
  const isWhole = mediaType === 'image/png' ? isPng(bytes) : isAllowedSvg(bytes)
  if (!isWhole) throw invalid(path, 'picture', { mediaType })
  return { mediaType, bytes }
}

function decodeLogo(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(base64)
  } catch {
    return null
  }
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Greatest width and height of a logo. A larger picture would fill the memory of a phone that draws it. */
const mostPixelsAcross = 2_048

/** Whether the bytes are a PNG, chunk by chunk from IHDR to IEND. */
function isPng(bytes: Uint8Array): boolean {
  if (!pngSignature.every((byte, nth) => bytes[nth] === byte)) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const names: string[] = []
  let at = pngSignature.length
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length || view.getUint32(end - 4) !== Bun.hash.crc32(bytes.subarray(at + 4, end - 4))) return false
    names.push(new TextDecoder('latin1').decode(bytes.subarray(at + 4, at + 8)))
    at = end
  }
  if (at !== bytes.length || names[0] !== 'IHDR' || names.at(-1) !== 'IEND' || !names.includes('IDAT')) return false
  const isSize = (size: number) => size >= 1 && size <= mostPixelsAcross
  return view.getUint32(8) === 13 && isSize(view.getUint32(16)) && isSize(view.getUint32(20))
}
