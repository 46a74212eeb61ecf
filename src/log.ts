import { type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { asLines, asOneLine, asPlainJson } from './domain/control-characters.ts'
import { LogWriter } from './log-writer.ts'

export type { Logger } from 'pino'

/** The line that the log has of every request that was answered; `route` is the template, never the path. */
type AnsweredRequest = {
  /** 1 to 128 visible ASCII characters. */
  readonly request: string
  readonly tokenId: string | undefined
  readonly route: string | null
  readonly method: string
  readonly status: number
  readonly ms: number
}

/** A logger, and the means to write at once what it still holds in memory. */
export interface Log {
  readonly log: Logger
  /** Says `answered` at level `info`: none of its fields can be a secret, so none is looked for, which would take three times as long. */
  readonly logAnswered: (call: AnsweredRequest) => void
  readonly flush: () => void
}

/** Members that a log line does not show, at its top or one level down, in case a careless line has them. */
const secrets = ['authorization', 'token', 'secret', 'password', 'phone', 'email', 'headers.authorization', 'headers.cookie']

/**
 * A logger on stderr, so that stdout belongs to answers: lines of JSON written in batches, or on a terminal readable ones at once.
 * What is in memory is written on exit, after an uncaught error too.
 */
export function makeLogger({ level, terminal }: { level: string; terminal: boolean }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: withoutParameters },
    redact: { paths: secrets.flatMap((member) => [member, `*.${member}`]), censor: '********' },
    hooks: { streamWrite: (line: string) => `${(terminal ? withoutControls : asPlainJson)(line.trimEnd())}\n` },
  }
  const shape = terminal ? prettyFactory({ translateTime: 'SYS:HH:MM:ss' }) : (line: string) => line
  // Bun makes stderr one that never blocks when it is first named, and not before.
  const writer = new LogWriter(process.stderr.fd, terminal)
  const flush = () => writer.flush()
  process.on('exit', flush)
  const write = (line: string) => writer.write(shape(line))
  const log = pino(options, { write })
  const logAnswered = (call: AnsweredRequest) =>
    write(`${JSON.stringify({ level: 'info', time: new Date().toISOString(), ...call, msg: 'answered' })}\n`)
  return { log, logAnswered: log.isLevelEnabled('info') ? logAnswered : () => {}, flush }
}

/** JSON keeps control characters escaped and a terminal is shown them: nothing that is quoted may steer it or pass for a line of its own. */
function withoutControls(line: string): string {
  const shown = JSON.parse(line, (member, value) => {
    if (typeof value !== 'string') return value
    return member === 'stack' || member === 'message' ? asLines(value) : asOneLine(value)
  })
  return JSON.stringify(shown)
}

/** Drizzle puts the values of a failed query into its message, where a customer or a token may be among them. */
function withoutParameters(fault: unknown): unknown {
  if (!(fault instanceof Error)) return fault
  const { message, stack, cause } = fault
  return {
    type: fault.name,
    message: withoutValues(message),
    stack: withoutValues(stack ?? ''),
    ...('code' in fault ? { code: fault.code } : {}),
    ...(cause === undefined ? {} : { cause: withoutParameters(cause) }),
  }
}

/** The words of a fault without the values of a failed query. */
export function withoutValues(text: string): string {
  // A value may have lines of its own, and these may look like the beginning of a stack; only the end of the text is one.
  return text.replace(/\nparams: [\s\S]*?(?=(?:\n {4,}at [^\n]*:\d+:\d+\)?)*\s*$)/, '')
}
