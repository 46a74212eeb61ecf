/** What a run said of one test file. */
export type FileResult = {
  /** How many of its tests passed. */
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

/** Reads a JUnit report of `bun test`: results by file. A skipped test is neither passed nor failed. */
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
