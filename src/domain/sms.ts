import { foldText } from './folding.ts'

/** GSM 03.38: characters that every phone can show, 160 to a part. Any other character triples the price of a text. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that count as two. */
const extended = new Set('^{}\\[~]|€')

/** Spellings of other letters and signs in Latin ones, by small letters. */
const spellings = new Map(
  [
    'ł l đ d ð d þ th œ oe ħ h ı i ŋ ng ŧ t ə e ĸ k ſ s',
    "→ to ‘ ' ’ ' ‚ ' ‹ ' › ' ` ' ´ ' ʼ ' “ \" ” \" „ \" « \" » \" × x © (c) ® (r)",
    'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya',
    'ґ g є ye і i ї yi ў u ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz',
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ u φ f χ ch ψ ps ω o',
    'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ p ქ k ღ gh ყ q შ sh ჩ ch ც ts ძ dz წ ts ჭ ch ხ kh ჯ j ჰ h',
    'ա a բ b գ g դ d ե e զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ ch մ m յ y ն n շ sh ո o չ ch պ p ջ j ռ r ս s վ v տ t ր r ց ts ւ v փ p ք k օ o ֆ f և ev',
  ]
    .flatMap((line) => line.split(' '))
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? ''] as const] : []))
    .concat([
      ['ъ', ''],
      ['ь', ''],
    ]),
)

/** Greatest number of an SMS's characters for the operator's name. */
export const operatorInSms = 40

/**
 * A name in an SMS: GSM characters only, on one line, transliterated if its script has Latin spellings and cut to `atMost`
 * characters. `otherwise` replaces a name with mostly unknown characters.
 */
export function formatSmsName(name: string, atMost: number, otherwise: string): string {
  const characters = Array.from(name.normalize('NFC'))
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text)
  const letters = characters.filter(isLetter)
  const lost = letters.filter((letter) => spellInGsm(letter) === null).length
  const text = characters
    .map((character) => spellInGsm(character) ?? '')
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  return lost * 2 > letters.length || !isLetter(text) ? otherwise : truncateSms(text, atMost)
}

/** Number of a part's 160 characters that a text needs; null for a text with other than GSM characters. */
export function countSmsLength(text: string): number | null {
  let length = 0
  for (const character of text) {
    if (!basic.has(character) && !extended.has(character)) return null
    length += extended.has(character) ? 2 : 1
  }
  return length
}

/** A character in GSM ones, or null without a spelling. */
function spellInGsm(character: string): string | null {
  if (/^\s$/.test(character)) return ' '
  const small = character.toLowerCase()
  const spelling = spellings.get(small)
  if (spelling !== undefined) return small === character ? spelling : spelling.charAt(0).toUpperCase() + spelling.slice(1)
  if (countSmsLength(character) !== null) return character

  const { text: plain } = foldText(character)
  if (plain === character) return null
  const parts = Array.from(plain).map(spellInGsm)
  return parts.includes(null) ? null : parts.join('')
}

function truncateSms(text: string, atMost: number): string {
  if ((countSmsLength(text) ?? 0) <= atMost) return text
  let kept = text
  while ((countSmsLength(kept) ?? 0) > atMost - 3) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}...`
}
