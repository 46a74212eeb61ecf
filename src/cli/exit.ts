/** Exit codes of commands, by meaning. */
export const exit = {
  ok: 0,
  failure: 1,
  usage: 2,
  occupied: 3,
  schemaNewer: 4,
  settingMissing: 5,
  verificationFailed: 6,
  busy: 75,
} as const

export type ExitCode = (typeof exit)[keyof typeof exit]

/** The failure of a command: a sentence for the person, an exit code for scripts. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  constructor(
    readonly exitCode: ExitCode,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** Wrong words or flags. */
export function createUsageFailure(sentence: string): CliFailure {
  return new CliFailure(exit.usage, sentence)
}
