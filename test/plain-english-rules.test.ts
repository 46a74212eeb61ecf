import { describe, expect, test } from 'bun:test'
import { type Kind, passagesIn, readPassages, rulesBrokenBy, sentencesIn, worstFiles } from './support/plain-english.ts'

const words = (count: number) => Array.from({ length: count }, (_, nth) => (nth === 0 ? 'Word' : 'word')).join(' ')

describe('the rule about openings', () => {
  test.each([
    'What lay ahead of its time was brought back.',
    'Who may quote enters trips.',
    'Whoever reads it signs in.',
    'Of what was given up nothing is charged.',
    'Of which there are two.',
    'That which was paid is refunded.',
    'Those who may read it get a link.',
    'Those that are late come first.',
    '“What is owing” is listed.',
    'what release 0.1.0 kept',
  ])('finds: %s', (sentence) => {
    expect(rulesBrokenBy(sentence, 'page')).toEqual(['opening'])
    expect(rulesBrokenBy(sentence, 'screen')).toEqual(['opening'])
    expect(rulesBrokenBy(sentence, 'name')).toEqual(['opening'])
  })

  test.each([
    'What does it cost?',
    'Who drives (Pat or Ann)?',
    'Of the two quotes, one has expired.',
    'Those quotes have expired.',
    'Whole days are billed.',
    'What',
  ])('allows: %s', (sentence) => {
    expect(rulesBrokenBy(sentence, 'page')).toEqual([])
  })

  test('finds a clause with whom, and its word', () => {
    expect(rulesBrokenBy('Whom the office called is listed.', 'page')).toEqual(['opening', 'word'])
  })

  test('allows a heading of a page', () => {
    expect(rulesBrokenBy('What a job hides', 'heading')).toEqual([])
  })
})

describe('the rule about words', () => {
  test.each([
    'The link is sent anew.',
    'Lest it is lost, it is copied.',
    'The server starts by itself.',
    'The money goes back.',
    'The driver is told.',
    'The address stands in the log.',
    'The start puts right the lists.',
    'The office sees to it.',
    'The trip is to be driven.',
    'It is of use to operators.',
    'The driver, whom the office called, is late.',
    'The price and the parts thereof.',
    'The worker hears of it.',
    'The house keeps the vault.',
  ])('finds: %s', (sentence) => {
    for (const kind of ['page', 'comment', 'error', 'quoted'] as const) expect(rulesBrokenBy(sentence, kind)).toEqual(['word'])
  })

  test('finds words that only comments must avoid', () => {
    for (const word of ['whoever', 'nobody', 'somebody', 'under way']) {
      expect(rulesBrokenBy(`It is for ${word} else.`, 'comment')).toEqual(['word'])
      expect(rulesBrokenBy(`It is for ${word} else.`, 'page')).toEqual([])
    }
  })

  test('finds words that only texts for readers must avoid', () => {
    expect(rulesBrokenBy('The secret is sealed.', 'string')).toEqual(['word'])
    expect(rulesBrokenBy('The secret is sealed.', 'comment')).toEqual([])
  })

  test.each([
    'The terms of use apply.',
    'The server is told apart by its name.'.replace('is told', 'can be told'),
    'A houseboat',
  ])('allows: %s', (sentence) => expect(rulesBrokenBy(sentence, 'page')).toEqual([]))
})

describe('the rule about length', () => {
  test.each([
    ['page', 25],
    ['screen', 25],
    ['string', 25],
    ['heading', 25],
    ['name', 25],
    ['error', 20],
    ['comment', 30],
  ] as [Kind, number][])('allows a sentence of a %s %d words', (kind, most) => {
    expect(rulesBrokenBy(`${words(most)}.`, kind)).toEqual([])
    expect(rulesBrokenBy(`${words(most + 1)}.`, kind)).toEqual(['length'])
  })

  test('counts words, and no dashes or bullets', () => {
    expect(rulesBrokenBy(`${words(24)} – word · →`, 'page')).toEqual([])
  })

  test('counts code as one word', () => {
    expect(rulesBrokenBy(`${words(24)} \`bun run test anew\`.`, 'page')).toEqual([])
  })
})

describe('the sentence splitter', () => {
  test.each([
    ['One. Two? Three! “Four.” Five', ['One.', 'Two?', 'Three!', '“Four.”', 'Five']],
    ['Units such as e.g. Mr. Smith and J. Dale. Next', ['Units such as e.g. Mr. Smith and J. Dale.', 'Next']],
    ['It costs £1.50 at 10.15 in v1.2.3 of example.com. Then.', ['It costs £1.50 at 10.15 in v1.2.3 of example.com.', 'Then.']],
    ['First line\nSecond line', ['First line', 'Second line']],
    ['See `a. B`. `c` follows.', ['See `a. B`.', '`c` follows.']],
    ['', []],
  ])('splits: %j', (text, sentences) => expect(sentencesIn(text)).toEqual(sentences))
})

/** Kind and text of each passage of a file. */
function readAs(path: string, text: string): [Kind, string][] {
  return passagesIn(path, text).map((passage) => [passage.kind, passage.text])
}

describe('the reader of TypeScript', () => {
  test('returns comments, with the lines of one comment together', () => {
    const source = `/** Formats money. */\nconst a = 1 // Counts\n// from one.\n\n// Another.\n/**\n * First line\n * goes on.\n *\n * - item\n */\n`
    expect(readAs('src/a.ts', source)).toEqual([
      ['comment', 'Formats money.'],
      ['comment', 'Counts from one.'],
      ['comment', 'Another.'],
      ['comment', 'First line goes on.\n\n- item'],
    ])
    expect(readAs('src/a.ts', '// biome-ignore lint/style/noDefaultExport: the bundler needs it\nexport default 1\n')).toEqual([
      ['comment', 'the bundler needs it'],
    ])
  })

  test('returns strings of several words, and errors by the call they are an argument of', () => {
    const source = `
      const label = 'Amount due'
      throw new Refusal('job_closed', { message: 'The job is closed.' })
      invalid(\`\${path} must be a number.\`)
      log.info('webhook delivery failed')
      const code = 'job_closed', list = ['select a from b where c = 1']
      new Error('The file is missing.', { cause: () => { say('Try again later.') } })`
    expect(readAs('src/cli/a.ts', source)).toEqual([
      ['string', 'Amount due'],
      ['error', 'The job is closed.'],
      ['error', 'x must be a number.'],
      ['string', 'webhook delivery failed'],
      ['error', 'The file is missing.'],
      ['string', 'Try again later.'],
    ])
  })

  test('returns texts and attributes of elements, without the code between them', () => {
    const source = `const page = <T,>(a: T) => a < 1 && (
      <Text label="Amount due" at={a / 2 > 1 ? 'Not paid yet' : null}>
        Pay {money} by <b>Friday at noon</b>.{' '}
        It&apos;s late. {/* Why it is late. */}
      </Text>
    )`
    expect(readAs('src/web/portal/a.tsx', source)).toEqual([
      ['screen', 'Amount due'],
      ['screen', 'Not paid yet'],
      ['screen', 'Friday at noon'],
      ['comment', 'Why it is late.'],
      ['screen', 'Pay x by x. It s late.'],
    ])
  })

  test('ignores quotes in regular expressions and templates', () => {
    const source = `const a = /['"\`/[/]]/.test(b) ? \`One \${c ? \`two \${d} three\` : ''} four\` : 1 / 2 // Halves it.`
    expect(readAs('src/a.ts', source)).toEqual([
      ['string', 'two x three'],
      ['string', 'One x four'],
      ['comment', 'Halves it.'],
    ])
  })

  test('separates names of tests from other strings of a test', () => {
    const source = `
      describe('the inbox', () => {
        test('rejects a late quote', () => expect(text).toBe('The job is closed.'))
        test.each([['a list of rows']])('accepts %s', () => {})
        test.skipIf(true)('runs on Linux only', () => {})
      })`
    expect(readAs('test/a.test.ts', source)).toEqual([
      ['name', 'the inbox'],
      ['name', 'rejects a late quote'],
      ['quoted', 'The job is closed.'],
      ['quoted', 'a list of rows'],
      ['name', 'runs on Linux only'],
    ])
  })

  test('leaves out lists of words, and a value after the last sentence of an element', () => {
    const list = Array.from({ length: 21 }, (_, nth) => `ab${nth}`).join(' ')
    const source = `const a = '${list}'\nconst b = 'goes back|put right now'\nconst c = <p>What happened? {input}</p>`
    expect(readAs('src/web/a.tsx', source)).toEqual([['screen', 'What happened?']])
  })

  test('returns the line of each passage', () => {
    const source = "\n\nconst a = 'Amount due'\n\n/** Counts trips. */\n"
    expect(passagesIn('src/a.ts', source).map(({ line }) => line)).toEqual([3, 5])
  })
})

describe('the reader of pages', () => {
  test('returns headings, paragraphs, items and cells, without blocks of code', () => {
    const page =
      '# What a job hides\n\nOne line\nand [the next](a.md) of `a\nb`.\n- Item one\n  goes on\n- Item **two**\n\n```sh\nnot read\n```\n' +
      '| call | what it does |\n|---|---|\n| `a|b` | makes · keeps |\n<!-- not\nread -->\n'
    expect(readAs('docs/a.md', page)).toEqual([
      ['heading', 'What a job hides'],
      ['page', 'One line and the next of `a b`.'],
      ['page', 'Item one goes on'],
      ['page', 'Item two'],
      ['page', 'call'],
      ['page', 'what it does'],
      ['page', '`a|b`'],
      ['page', 'makes\nkeeps'],
    ])
  })
})

test('reads the comments of scripts and style sheets', () => {
  expect(readAs('.ci/run', '#!/bin/sh\n# Installs\n# the tools.\n#   not read\nrun "# not read" # nor this\n')).toEqual([
    ['comment', 'Installs the tools.'],
  ])
  expect(readAs('src/web/a.css', '/* Dark colours. */\na { color: #fff }\n')).toEqual([['comment', 'Dark colours.']])
})

test('names the worst files of ten sentences and more', () => {
  const readings = [
    readPassages('src/web/a.tsx', [{ kind: 'screen', line: 1, text: 'Who rings. What is owing. It is sent anew.' }]),
    readPassages('docs/b.md', [{ kind: 'page', line: 1, text: `What is kept. ${'Fine. '.repeat(9)}` }]),
  ]
  expect(worstFiles(readings)).toEqual(['docs/b.md: 1 of 10 sentences'])
})
