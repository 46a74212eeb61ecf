import { ValidationError } from 'elysia'

/**
 * Facts of a fault that a log line may tell: its class, its code, where it happened and the innermost message. Outer
 * messages quote values (a failed statement its parameters, a response its body), and those may be a customer's.
 */
export function logFactsOf(fault: unknown): Record<string, unknown> {
  if (fault instanceof ValidationError) {
    const paths =
      'Errors' in fault.validator ? [...fault.validator.Errors(fault.value)].slice(0, 10).map((error) => error.path) : []
    return { name: 'ResponseContract', paths }
  }
  if (!(fault instanceof Error)) return { name: typeof fault }
  const innermost = innermostErrorOf(fault)
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

function innermostErrorOf(fault: Error): Error {
  return fault.cause instanceof Error ? innermostErrorOf(fault.cause) : fault
}
