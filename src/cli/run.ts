import { ConfigProblem, wantsTraces } from '../config.ts'
import { BackupFault } from '../domain/backup.ts'
import { clauseOf } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import { asFieldFaults } from '../http/contracts/fault.ts'
import { didYouMean } from '../suggestions.ts'
import { readLine } from './arguments.ts'
import type { Command } from './command.ts'
import { commands, type ListedCommand, loadCommands } from './commands.ts'
import { CliFailure, type ExitCode, exit, usage } from './exit.ts'
import { helpOf, helpOfMany } from './help.ts'
import { makeOutput, writeWhole } from './output.ts'

/** Runs the command line that was typed and answers the exit code; whatever goes wrong is told in sentences on stderr. */
export async function run(args: readonly string[], known: readonly ListedCommand[] = commands): Promise<ExitCode> {
  try {
    return await obey(args, known)
  } catch (fault) {
    const { exitCode, sentences } = explain(fault)
    await writeWhole(process.stderr, sentences.map((sentence) => `charabanc: ${sentence}\n`).join(''))
    if (wantsTraces() && fault instanceof Error) await writeWhole(process.stderr, `${fault.stack}\n`)
    return exitCode
  }
}

async function obey(args: readonly string[], known: readonly ListedCommand[]): Promise<ExitCode> {
  const flagsBegin = args.findIndex((arg) => arg.startsWith('-'))
  const words = flagsBegin < 0 ? args : args.slice(0, flagsBegin)
  if (words[0] === 'help') return obey([...args.slice(1).filter((arg) => !isHelp(arg)), '--help'], known)
  if (words.length === 0 && args[0] === '--version') return obey(['version', ...args.slice(1)], known)

  const listed = known.find((one) => wordsOf(one).every((word, index) => words[index] === word))
  if (!listed) return showGroup(words, args.slice(words.length), known)

  const command = await listed.load()
  const line = readLine(command, args.slice(wordsOf(command).length))
  const out = makeOutput(line.json)
  if (!line.help) return command.run(line, out)
  await writeWhole(process.stdout, `${helpOf(command)}\n`)
  return exit.ok
}

/** No whole command was typed: its beginning shows what could follow, with `--help` and without. */
async function showGroup(words: readonly string[], rest: readonly string[], known: readonly ListedCommand[]): Promise<ExitCode> {
  const group = known.filter((command) => words.every((word, index) => wordsOf(command)[index] === word))
  if (group.length === 0) throw usage(unknownWords(words, known))
  const asked = rest.some(isHelp)
  const [flag] = rest
  if (flag && !asked) throw usage(`The command comes before its flags, so ${flag} cannot come first.`)
  await writeWhole(asked ? process.stdout : process.stderr, `${helpOfMany(await loadCommands(group))}\n`)
  return asked ? exit.ok : exit.usage
}

function unknownWords(words: readonly string[], known: readonly ListedCommand[]): string {
  const typed = words.slice(0, 2).join(' ')
  const names = known.flatMap((command) => [command.words, wordsOf(command)[0] ?? ''])
  return `There is no command ${JSON.stringify(typed)}.${didYouMean(typed, names) || ' `charabanc --help` lists them.'}`
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function wordsOf(command: Pick<Command, 'words'>): string[] {
  return command.words.split(' ')
}

function explain(fault: unknown): { exitCode: ExitCode; sentences: readonly string[] } {
  if (fault instanceof CliFailure) return { exitCode: fault.exitCode, sentences: [fault.message] }
  if (fault instanceof ConfigProblem)
    return { exitCode: fault.missing ? exit.settingMissing : exit.usage, sentences: fault.problems }
  if (fault instanceof BackupFault)
    return { exitCode: fault.isDamage ? exit.verificationFailed : exit.failure, sentences: [fault.message] }
  if (fault instanceof Refusal) {
    const exitCode = fault.code === 'validation_failed' ? exit.usage : fault.code === 'unavailable' ? exit.busy : exit.failure
    return { exitCode, sentences: sentencesOf(fault) }
  }
  const hint = wantsTraces() ? '' : ' CHARABANC_LOG_LEVEL=debug shows where.'
  return { exitCode: exit.failure, sentences: [`This went wrong: ${clauseOf(fault)}.${hint}`] }
}

function sentencesOf(refusal: Refusal): readonly string[] {
  const { faults } = refusal.facts
  if (faults === undefined) return [refusal.message]
  return Object.entries(asFieldFaults(faults)).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
}
