/** A piece of source text: a comment, a string with the call it is an argument of, or the text of an element. */
export type Piece = {
  readonly of: 'comment' | 'string' | 'element'
  readonly at: number
  readonly text: string
  readonly call: string
}

/** A name or a character of the code, or a string as `'`. */
export type Token = { readonly text: string; readonly at: number }

/** Keywords after which a value begins, so that `/` starts a regular expression and `<` an element. */
const beforeValue = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
)

/** A word that takes the place of a value inside a text. */
export const valueInText = 'x'

/** Splits TypeScript, with or without elements, into its comments, strings and texts of elements. */
export function piecesIn(source: string, hasElements: boolean): readonly Piece[] {
  const scanner = new Scanner(source, hasElements)
  scanner.readCode()
  return scanner.pieces
}

/** Lists the tokens of the code, also of the code within templates and elements. */
export function tokensIn(source: string, hasElements: boolean): readonly Token[] {
  const scanner = new Scanner(source, hasElements)
  scanner.readCode()
  return scanner.tokens
}

type Bracket = { readonly call: string; readonly isBlock: boolean }

/** Scanner of the part of the grammar that separates comments, strings and elements from code. */
class Scanner {
  readonly pieces: Piece[] = []
  readonly tokens: Token[] = []
  private at = 0
  /** Token before the current position. */
  private last = ''
  /** Names before the current position, such as `test.each`; the call that ended last, such as `test.each()`. */
  private chain = ''
  private ended = ''
  private readonly brackets: Bracket[] = []

  constructor(
    private readonly source: string,
    private readonly hasElements: boolean,
  ) {}

  /** Reads code up to the end, or up to the bracket that closes the one before it. */
  readCode(): void {
    const depth = this.brackets.length
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string
      if (char <= ' ') this.at++
      else if (/[\p{L}_$\d#@]/u.test(char)) this.readName()
      else if (char === '/' && /[/*]/.test(this.source[this.at + 1] ?? '')) this.readComment()
      else if (char === '/' && this.valueBegins()) this.readRegExp()
      else if (char === "'" || char === '"') this.readString(char)
      else if (char === '`') this.readTemplate()
      else if (char === '<' && this.hasElements && this.valueBegins() && this.elementBegins()) this.readElement()
      else {
        if (char === ')' || char === ']' || char === '}') {
          if (this.brackets.length === depth) return
          const { call } = this.brackets.pop() as Bracket
          this.ended = char === ')' ? `${call}()` : ''
        }
        if (char === '(' || char === '[' || char === '{') this.openBracket(char)
        const isArrow = this.source.startsWith('=>', this.at)
        this.add(isArrow ? '=>' : char)
        this.at += this.last.length
        if (char !== '.' && char !== '?') this.chain = ''
      }
    }
  }

  private add(text: string, at = this.at): void {
    this.tokens.push({ text, at })
    this.last = text
  }

  private openBracket(char: string): void {
    if (char === '(') {
      const call = this.last === ')' ? this.ended : /^[\p{L}_$#'>]/u.test(this.last) ? this.chain : ''
      this.brackets.push({ call, isBlock: false })
    } else this.brackets.push({ call: '', isBlock: char === '{' && /^(?:\)|=>|;|\{|\}|else|try|finally|do)?$/.test(this.last) })
  }

  /** The call that a value at the current position is an argument of, also within an object or a list. */
  private get call(): string {
    for (let nth = this.brackets.length - 1; nth >= 0; nth--) {
      const { call, isBlock } = this.brackets[nth] as Bracket
      if (isBlock) return ''
      if (call !== '') return call
    }
    return ''
  }

  private valueBegins(): boolean {
    return !/^[\p{L}_$\d#)\]}'`]/u.test(this.last) || beforeValue.has(this.last)
  }

  private elementBegins(): boolean {
    return /^<(?:>|[\p{L}_][\p{L}\p{N}_.-]*(?!\s*(?:,|extends\b))[\s/>])/u.test(this.source.slice(this.at, this.at + 80))
  }

  private readName(): void {
    const name = /[\p{L}\p{N}_$#@]+/uy
    name.lastIndex = this.at
    const [text = ''] = name.exec(this.source) ?? []
    const isMember = this.last === '.' && this.chain !== ''
    this.chain = isMember ? `${this.chain}.${text}` : this.last === 'new' ? `new ${text}` : text
    this.add(text)
    this.at += text.length
  }

  private readComment(): void {
    const from = this.at
    const isLine = this.source[from + 1] === '/'
    const end = this.source.indexOf(isLine ? '\n' : '*/', from + 2)
    this.at = end < 0 ? this.source.length : isLine ? end : end + 2
    this.pieces.push({ of: 'comment', at: from, text: this.source.slice(from, this.at), call: '' })
  }

  private readRegExp(): void {
    this.add("'")
    let isClass = false
    for (this.at++; this.at < this.source.length; this.at++) {
      const char = this.source[this.at]
      if (char === '\\') this.at++
      else if (char === '[') isClass = true
      else if (char === ']') isClass = false
      else if (char === '/' && !isClass) break
    }
    this.at++
  }

  private readString(quote: string): void {
    const from = this.at
    for (this.at++; this.at < this.source.length && this.source[this.at] !== quote; this.at++) {
      if (this.source[this.at] === '\\') this.at++
    }
    this.at++
    this.addString(from, withoutEscapes(this.source.slice(from + 1, this.at - 1)))
  }

  private readTemplate(): void {
    const from = this.at
    const isTagged = /^[\p{L}_$]/u.test(this.last) && !beforeValue.has(this.last)
    let text = ''
    for (this.at++; this.at < this.source.length && this.source[this.at] !== '`'; this.at++) {
      if (this.source[this.at] === '\\') text += this.source.slice(this.at, ++this.at + 1)
      else if (this.source[this.at] === '$' && this.source[this.at + 1] === '{') {
        this.at += 2
        this.readInner()
        text += valueInText
      } else text += this.source[this.at]
    }
    this.at++
    if (isTagged) this.add("'", from)
    else this.addString(from, withoutEscapes(text))
  }

  private addString(at: number, text: string): void {
    this.pieces.push({ of: 'string', at, text, call: this.call })
    this.add("'", at)
  }

  /** Reads the code between braces inside a template or an element, and stops at the closing brace. */
  private readInner(): void {
    const { last, chain } = this
    this.add('(')
    this.chain = ''
    this.readCode()
    this.add(')')
    this.last = last
    this.chain = chain
  }

  private readElement(): void {
    this.add("'")
    this.at++
    if (!this.readTag()) {
      const from = this.at
      let text = ''
      while (this.at < this.source.length && !this.source.startsWith('</', this.at)) {
        const char = this.source[this.at] as string
        if (char === '{') {
          const start = ++this.at
          this.readInner()
          text += /^\s*(['"])\s*\1\s*$/.test(this.source.slice(start, this.at++)) ? ' ' : valueInText
        } else if (char === '<') {
          this.readElement()
          text += valueInText
        } else {
          text += char
          this.at++
        }
      }
      this.at = this.source.indexOf('>', this.at) + 1
      this.pieces.push({ of: 'element', at: from + (/\S/.exec(text)?.index ?? 0), text: withoutEntities(text), call: '' })
    }
    this.last = "'"
  }

  /** Reads the rest of a tag; true if the element has no content. */
  private readTag(): boolean {
    while (this.at < this.source.length) {
      const char = this.source[this.at] as string
      if (char === '"' || char === "'") {
        const from = this.at
        this.at = this.source.indexOf(char, from + 1) + 1
        this.pieces.push({ of: 'string', at: from, text: withoutEntities(this.source.slice(from + 1, this.at - 1)), call: '' })
      } else if (char === '{') {
        this.at++
        this.readInner()
        this.at++
      } else if (this.source.startsWith('/>', this.at)) {
        this.at += 2
        return true
      } else if (char === '/' && /[/*]/.test(this.source[this.at + 1] ?? '')) this.readComment()
      else {
        this.at++
        if (char === '>') return false
      }
    }
    return true
  }
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(?:u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2}|\n|.)/g, (escaped) => {
    if (escaped === '\\n') return '\n'
    return /^\\['"`$\\]$/.test(escaped) ? (escaped[1] as string) : ' '
  })
}

function withoutEntities(text: string): string {
  return text.replaceAll(/&[#\w]+;/g, ' ')
}
