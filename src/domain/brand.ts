import { invalid } from './refusal.ts'

/** The look that an operator shows to customers; each part is null for the usual look. */
export type Brand = {
  /** The chosen colour as `#rrggbb`, in small letters. */
  readonly accent: string | null
  readonly logo: BrandLogo | null
}

/** A logo without its bytes; another logo has another hash. */
type BrandLogo = { readonly mediaType: LogoType; readonly hash: string }

export const logoTypes = ['image/png', 'image/svg+xml'] as const

export type LogoType = (typeof logoTypes)[number]

/** Greatest size of a logo in bytes. */
export const mostLogoBytes = 64 * 1024

/** A colour on paper and on a screen, and the colour of text on it: each `#rrggbb`. */
export type Shade = { readonly accent: string; readonly onAccent: string }

type Rgb = readonly [red: number, green: number, blue: number]

const white: Rgb = [255, 255, 255]
/** The page in dark mode, and the text of a button on it. */
const darkPage: Rgb = [24, 28, 33]
const ink: Rgb = [17, 17, 17]

/** Links on tinted grounds lose a tenth of the contrast of 4.5 : 1 that WCAG 2.2 requires (1.4.3). */
const leastContrast = 5.2

/** Reads `#rrggbb`, in capitals or not. Refuses `validation_failed` at `accent` for anything else. */
export function readAccent(text: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw invalid(['accent'], 'colour')
  return text.toLowerCase()
}

/** The colour made legible on white: unchanged, or darker. */
export function computeLightShade(accent: string): Shade {
  return { accent: hexOf(legibleOn(rgbOf(accent), white, [0, 0, 0])), onAccent: '#ffffff' }
}

/** The colour made legible on the dark page: unchanged, or lighter. */
export function computeDarkShade(accent: string): Shade {
  return { accent: hexOf(legibleOn(rgbOf(accent), darkPage, white)), onAccent: hexOf(ink) }
}

/** Mixes in as little of `towards` as makes the colour legible. */
function legibleOn(colour: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 100; share++) {
    const mixed = mix(colour, towards, share / 100)
    if (contrast(mixed, ground) >= leastContrast) return mixed
  }
  return towards
}

function mix(colour: Rgb, other: Rgb, share: number): Rgb {
  const at = (nth: 0 | 1 | 2) => Math.round(colour[nth] * (1 - share) + other[nth] * share)
  return [at(0), at(1), at(2)]
}

/** Contrast between two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function computeContrast(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other))
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (level: number) => (level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function rgbOf(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((level) => level.toString(16).padStart(2, '0')).join('')}`
}
