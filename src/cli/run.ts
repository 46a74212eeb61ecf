import { ConfigProblem, isTraceShown } from '../config.ts'
import { BackupFault } from '../domain/backup.ts'
import { describeFaultClause } from '../domain/fault-text.ts'
import { Refusal } from '../domain/refusal.ts'
import { asFieldFaults } from '../http/contracts/fault.ts'
import { suggestName } from '../suggestions.ts'
import { readLine } from './arguments.ts'
import type { Command } from './command.ts'
import { commands, type ListedCommand, loadCommands } from './commands.ts'
import { CliFailure, createUsageFailure, type ExitCode, exit } from './exit.ts'
import { formatGroupHelp, formatHelp } from './help.ts'
import { makeOutput, writeWhole } from './output.ts'

/** Runs a command line and returns the exit code. Reports faults in sentences on stderr. */
export async function runCli(args: readonly string[], known: readonly ListedCommand[] = commands): Promise<ExitCode> {
  try {
    return await runCommand(args, known)
  } catch (fault) {
    const { exitCode, sentences } = describeFailure(fault)
    await writeWhole(process.stderr, sentences.map((sentence) => `charabanc: ${sentence}\n`).join(''))
    if (isTraceShown() && fault instanceof Error) await writeWhole(process.stderr, `${fault.stack}\n`)
    return exitCode
  }
}

async function runCommand(args: readonly string[], known: readonly ListedCommand[]): Promise<ExitCode> {
  const flagsBegin = args.findIndex((arg) => arg.startsWith('-'))
  const words = flagsBegin < 0 ? args : args.slice(0, flagsBegin)
  if (words[0] === 'help') return runCommand([...args.slice(1).filter((arg) => !isHelp(arg)), '--help'], known)
  if (words.length === 0 && args[0] === '--version') return runCommand(['version', ...args.slice(1)], known)

  const listed = known.find((one) => listCommandWords(one).every((word, index) => words[index] === word))
  if (!listed) return showGroup(words, args.slice(words.length), known)

  const command = await listed.load()
  const line = readLine(command, args.slice(listCommandWords(command).length))
  const out = makeOutput(line.json)
  if (!line.help) return command.run(line, out)
  await writeWhole(process.stdout, `${formatHelp(command)}\n`)
  return exit.ok
}

/** For an incomplete command, shows the commands that begin with its words, with `--help` and without. */
async function showGroup(words: readonly string[], rest: readonly string[], known: readonly ListedCommand[]): Promise<ExitCode> {
  const group = known.filter((command) => words.every((word, index) => listCommandWords(command)[index] === word))
  if (group.length === 0) throw createUsageFailure(describeUnknownWords(words, known))
  const asked = rest.some(isHelp)
  const [flag] = rest
  if (flag && !asked) throw createUsageFailure(`Put the command before its flags: ${flag} cannot come first.`)
  await writeWhole(asked ? process.stdout : process.stderr, `${formatGroupHelp(await loadCommands(group))}\n`)
  return asked ? exit.ok : exit.usage
}

function describeUnknownWords(words: readonly string[], known: readonly ListedCommand[]): string {
  const typed = words.slice(0, 2).join(' ')
  const names = known.flatMap((command) => [command.words, listCommandWords(command)[0] ?? ''])
  return `There is no command ${JSON.stringify(typed)}.${suggestName(typed, names) || ' `charabanc --help` lists them.'}`
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function listCommandWords(command: Pick<Command, 'words'>): string[] {
  return command.words.split(' ')
}

function describeFailure(fault: unknown): { exitCode: ExitCode; sentences: readonly string[] } {
  if (fault instanceof CliFailure) return { exitCode: fault.exitCode, sentences: [fault.message] }
  if (fault instanceof ConfigProblem)
    return { exitCode: fault.missing ? exit.settingMissing : exit.usage, sentences: fault.problems }
  if (fault instanceof BackupFault)
    return { exitCode: fault.isDamage ? exit.verificationFailed : exit.failure, sentences: [fault.message] }
  if (fault instanceof Refusal) {
    const exitCode = fault.code === 'validation_failed' ? exit.usage : fault.code === 'unavailable' ? exit.busy : exit.failure
    return { exitCode, sentences: listRefusalSentences(fault) }
  }
  const hint = isTraceShown() ? '' : ' Set CHARABANC_LOG_LEVEL=debug for details.'
  return { exitCode: exit.failure, sentences: [`An error occurred: ${describeFaultClause(fault)}.${hint}`] }
}

function listRefusalSentences(refusal: Refusal): readonly string[] {
  const { faults } = refusal.facts
  if (faults === undefined) return [refusal.message]
  return Object.entries(asFieldFaults(faults)).map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
}
