/** Exit codes of commands, by what they say. */
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

/** A command cannot do what was asked: the sentence is for the person who typed it, the code for the script around it. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  constructor(
    readonly exitCode: ExitCode,
    sentence: string,
  ) {
    super(sentence)
  }
}

/** The words or flags themselves are at fault. */
export function usage(sentence: string): CliFailure {
  return new CliFailure(exit.usage, sentence)
}
