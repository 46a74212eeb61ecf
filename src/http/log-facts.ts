import { ValidationError } from 'elysia'

/**
 * Facts of a fault for a log line: its class, code, place and innermost message. Outer messages quote values (parameters of a
 * failed statement, the body of a response), which can be a customer's.
 */
export function listLogFacts(fault: unknown): Record<string, unknown> {
  if (fault instanceof ValidationError) {
    const paths =
      'Errors' in fault.validator ? [...fault.validator.Errors(fault.value)].slice(0, 10).map((error) => error.path) : []
    return { name: 'ResponseContract', paths }
  }
  if (!(fault instanceof Error)) return { name: typeof fault }
  const innermost = findInnermostError(fault)
  return {
    name: fault.name,
    code: 'code' in innermost ? innermost.code : undefined,
    message: innermost.message,
    at: innermost.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .map((line) => line.trim()),
  }
}

function findInnermostError(fault: Error): Error {
  return fault.cause instanceof Error ? findInnermostError(fault.cause) : fault
}
