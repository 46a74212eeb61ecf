/** The results of one test file. */
export type FileResult = {
  /** The number of tests that passed. */
  readonly passed: number
  readonly failures: readonly { readonly test: string; readonly error: string }[]
}

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
  ['#10', '\n'],
])

/** Reads a JUnit report of `bun test`: results by file. A skipped test counts as no result. */
export function readReport(xml: string): Map<string, FileResult> {
  const files = new Map<string, { passed: number; failures: { test: string; error: string }[] }>()
  for (const [, tag = '', inner = ''] of xml.matchAll(/<testcase( [^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const file = attribute(tag, 'file')
    const result = files.get(file) ?? { passed: 0, failures: [] }
    files.set(file, result)
    const fault = /<(?:failure|error)( [^>]*?)\/?>/.exec(inner)?.[1]
    const test = [attribute(tag, 'classname'), attribute(tag, 'name')].filter(Boolean).join(' > ')
    if (fault !== undefined) result.failures.push({ test, error: attribute(fault, 'message') })
    else if (!inner.includes('<skipped')) result.passed++
  }
  return files
}

function attribute(tag: string, name: string): string {
  const written = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  return written.replace(/&([a-z]+|#10);/g, (whole, entity: string) => entities.get(entity) ?? whole)
}
