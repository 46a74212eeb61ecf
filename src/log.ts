import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import { asLines, asOneLine, asPlainJson } from './domain/control-characters.ts'

export type { Logger } from 'pino'

/** A logger, and the means to write at once what it still holds in memory. */
export interface Log {
  readonly log: Logger
  readonly flush: () => void
}

const stderr = 2
const batchBytes = 4_096
const flushEveryMs = 200

/** What must not be readable in a log, wherever a careless line puts it. */
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
  if (terminal) {
    return { log: pino(options, pretty({ sync: true, destination: stderr, translateTime: 'SYS:HH:MM:ss' })), flush: () => {} }
  }

  const batches = pino.destination({ dest: stderr, sync: false, minLength: batchBytes, periodicFlush: flushEveryMs })
  const flush = () => {
    try {
      batches.flushSync()
    } catch {
      // Whoever read the log is gone; nobody is left to be told.
    }
  }
  process.on('exit', flush)
  return { log: pino(options, batches), flush }
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
