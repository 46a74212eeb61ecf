import { type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { toOneLine, toPlainJson, toSafeLines } from './domain/control-characters.ts'
import { LogWriter } from './log-writer.ts'

export type { Logger } from 'pino'

/** The log line of every answered request. `route` is the template, never the path. */
type AnsweredRequest = {
  /** 1 to 128 visible ASCII characters. */
  readonly request: string
  readonly tokenId: string | undefined
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** A logger, and a function that writes its buffered lines. */
export interface Log {
  readonly log: Logger
  /**
   * Logs `answered` at level `info`. None of its fields can be a secret, so the search for secrets, which takes three times as
   * long, is skipped.
   */
  readonly logAnswered: (call: AnsweredRequest) => void
  readonly flush: () => void
}

/** Members that a log line hides, at its top or one level down, if a careless line has them. */
const secrets = ['authorization', 'token', 'secret', 'password', 'phone', 'email', 'headers.authorization', 'headers.cookie']

/**
 * A logger on stderr, so that stdout belongs to answers: JSON lines in batches, or readable lines on a terminal. The buffer is
 * written on exit, also after an uncaught error.
 */
export function makeLogger({ level, terminal }: { level: string; terminal: boolean }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: withoutParameters },
    redact: { paths: secrets.flatMap((member) => [member, `*.${member}`]), censor: '********' },
    hooks: { streamWrite: (line: string) => `${(terminal ? withoutControls : toPlainJson)(line.trimEnd())}\n` },
  }
  const shape = terminal ? prettyFactory({ translateTime: 'SYS:HH:MM:ss' }) : (line: string) => line
  // Bun makes stderr non-blocking at its first use.
  const writer = new LogWriter(process.stderr.fd, terminal)
  const flush = () => writer.flush()
  process.on('exit', flush)
  const write = (line: string) => writer.write(shape(line))
  const log = pino(options, { write })
  const logAnswered = (call: AnsweredRequest) =>
    write(`${JSON.stringify({ level: 'info', time: new Date().toISOString(), ...call, msg: 'answered' })}\n`)
  return { log, logAnswered: log.isLevelEnabled('info') ? logAnswered : () => {}, flush }
}

/**
 * JSON escapes control characters, but a terminal receives them: quoted text must not control it or look like a line of its own.
 */
function withoutControls(line: string): string {
  const shown = JSON.parse(line, (member, value) => {
    if (typeof value !== 'string') return value
    return member === 'stack' || member === 'message' ? toSafeLines(value) : toOneLine(value)
  })
  return JSON.stringify(shown)
}

/** Drizzle puts the values of a failed query into its message, which can include a customer or a token. */
function withoutParameters(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { message, stack, cause } = fault
  return {
    type: fault.name,
    message: stripQueryValues(message),
    stack: stripQueryValues(stack ?? ''),
    ...('code' in fault ? { code: fault.code } : {}),
    ...(cause === undefined ? {} : { cause: withoutParameters(cause) }),
  }
}

/** The message of a fault without the values of a failed query. */
export function stripQueryValues(text: string): string {
  // A value can contain line breaks that look like the beginning of a stack. Only the end of the text is a stack.
  return text.replace(/\nparams: [\s\S]*?(?=(?:\n {4,}at [^\n]*:\d+:\d+\)?)*\s*$)/, '')
}
