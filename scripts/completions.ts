import type { Command } from '../src/cli/command.ts'
import { loadCommands } from '../src/cli/commands.ts'
import { toFlagName } from '../src/cli/flag.ts'
import { formatFlag } from '../src/setting.ts'
import { path, yesOrNo } from '../src/setting-values.ts'
import { everySetting } from '../src/settings.ts'

const commands = await loadCommands()

/** The completions of a flag: whether a value follows, and the words or files that it accepts. */
export type Offered = {
  readonly name: string
  readonly about: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
  readonly isPath: boolean
}

/** Every word that may follow some words, with its purpose. */
export function wordsAfter(typed: readonly string[]): { readonly word: string; readonly about: string }[] {
  const found = new Map<string, string>()
  for (const command of commands) {
    const words = command.words.split(' ')
    const next = words[typed.length]
    if (next === undefined || !typed.every((word, at) => words[at] === word)) continue
    const isWhole = words.length === typed.length + 1
    found.set(next, isWhole ? command.about : [found.get(next), words.slice(1).join(' ')].filter(Boolean).join(', '))
  }
  return [...found].map(([word, about]) => ({ word, about }))
}

/** Every flag of a command: its own, the settings if it reads them, and the common flags. */
export function flagsOf(command: Command): Offered[] {
  const own = Object.entries(command.flags)
    .filter(([, flag]) => !flag.isOperand)
    .map(([name, { about, placeholder, choices }]) => ({
      name: toFlagName(name),
      about,
      takesValue: placeholder !== null,
      choices,
      isPath: isFile(placeholder),
    }))
  const configured = everySetting
    .filter(([, { secret }]) => command.configured && !secret)
    .map(([, setting]) => ({
      name: `--${formatFlag(setting)}`,
      about: setting.about,
      takesValue: setting.reader !== yesOrNo,
      choices: setting.reader.choices ?? [],
      isPath: setting.reader === path,
    }))
  const everywhere = [
    { name: '--json', about: 'Prints one JSON object.', takesValue: false, choices: [], isPath: false },
    { name: '--help', about: 'Shows how it is used.', takesValue: false, choices: [], isPath: false },
  ]
  return [...own, ...configured, ...everywhere]
}

/** The places of a command word: the start, and after the first of two words. */
function beginnings(): string[][] {
  const first = new Set(commands.map(({ words }) => words.split(' ')).flatMap(([one = '', two]) => (two ? [one] : [])))
  return [[], ...[...first].map((word) => [word])]
}

function takesFile(command: Command): boolean {
  return Object.values(command.flags).some(({ isOperand, placeholder }) => isOperand && isFile(placeholder))
}

function isFile(placeholder: string | null): boolean {
  return /^(FILE|PATH|FOLDER)$/.test(placeholder ?? '')
}

function valued(): Offered[] {
  const all = new Map(commands.flatMap(flagsOf).map((flag) => [flag.name, flag]))
  return [...all.values()].filter(({ takesValue }) => takesValue)
}

const origin = '# Made from the table of commands by scripts/completions.ts.'

/** The completions for bash, for /usr/share/bash-completion/completions/charabanc. */
export function bashCompletion(): string {
  const values = valued().map(({ name, choices, isPath }) => {
    const offer = isPath ? 'compgen -f -- "$current"' : `compgen -W ${shellQuoted(choices.join(' '))} -- "$current"`
    return `    ${name}) mapfile -t COMPREPLY < <(${offer}); return ;;`
  })
  const words = beginnings().map((typed) => {
    const next = wordsAfter(typed).map(({ word }) => word)
    return `    ${shellQuoted(typed.join(' '))}) offered=${shellQuoted(next.join(' '))} ;;`
  })
  const flags = commands.map((command) => {
    const names = flagsOf(command).map(({ name }) => name)
    const file = takesFile(command) ? ' files=yes' : ''
    return `    ${shellQuoted(command.words)}*) offered=${shellQuoted(names.join(' '))}${file} ;;`
  })
  return `${origin}
_charabanc() {
  # Bash breaks words at a colon and at "=": \`jobs:r\` and \`--role=d\` come as three. A value after "=" is a word of its own here.
  local -a words=()
  local word glue="" stays=""
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ $word == : || $glue == : ]]; then words[-1]+="$word"
    elif [[ $word == = ]]; then words+=("")
    elif [[ $glue == = ]]; then words[-1]="$word"
    elif [[ $word == --*=* ]]; then words+=("\${word%%=*}" "\${word#*=}")
    else words+=("$word"); fi
    glue="$word"
  done
  [[ $word == --*=* ]] && stays="\${word%%=*}="
  _charabanc_offer
  COMPREPLY=("\${COMPREPLY[@]/#/$stays}")
  # What stands before the last colon is on the line already.
  local typed="\${words[-1]}"
  [[ $COMP_WORDBREAKS == *:* ]] && COMPREPLY=("\${COMPREPLY[@]#"\${typed%"\${typed##*:}"}"}")
}
_charabanc_offer() {
  local current="\${words[-1]}" before="\${words[-2]}" typed="" offered="" files="" word
  COMPREPLY=()
  case "$before" in
${values.join('\n')}
  esac
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    [[ $word == -* ]] && break
    typed+="\${typed:+ }$word"
  done
  case "$typed" in
${[...words, ...flags].join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
  if [[ $files && $current != -* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
}
complete -o filenames -F _charabanc charabanc
`
}

/** The completions for zsh, for a folder of $fpath as _charabanc. */
export function zshCompletion(): string {
  const described = (all: readonly { readonly word: string; readonly about: string }[]) =>
    all.map(({ word, about }) => shellQuoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')
  const values = valued().map(({ name, choices, isPath }) => {
    const offer = isPath ? '_files' : choices.length > 0 ? `compadd -- ${choices.join(' ')}` : `_message value`
    return `    ${name}) ${offer}; return ;;`
  })
  const words = beginnings().map((typed) => {
    return `    ${shellQuoted(typed.join(' '))}) offered=(${described(wordsAfter(typed))}) ;;`
  })
  const flags = commands.map((command) => {
    const offered = described(flagsOf(command).map(({ name, about }) => ({ word: name, about })))
    return `    ${shellQuoted(command.words)}*) offered=(${offered})${takesFile(command) ? ' files=yes' : ''} ;;`
  })
  return `#compdef charabanc
${origin}
_charabanc() {
  local -a offered
  local typed="" files="" word before="\${words[CURRENT-1]}"
  if [[ \${words[CURRENT]} == --*=* ]]; then
    before="\${words[CURRENT]%%=*}"
    compset -P 1 '*='
  fi
  case "$before" in
${values.join('\n')}
  esac
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && break
    typed+="\${typed:+ }$word"
  done
  case "$typed" in
${[...words, ...flags].join('\n')}
  esac
  _describe charabanc offered
  [[ -n $files ]] && _files
}
_charabanc "$@"
`
}

/** The completions for fish, for /usr/share/fish/vendor_completions.d/charabanc.fish. */
export function fishCompletion(): string {
  const at = (typed: string) => `complete -c charabanc -n ${shellQuoted(`__charabanc_after ${fishQuoted(typed)}`)}`
  const words = beginnings().flatMap((typed) =>
    wordsAfter(typed).map(({ word, about }) => `${at(typed.join(' '))} -f -a ${word} -d ${fishQuoted(about)}`),
  )
  const flags = commands.flatMap((command) => [
    ...(takesFile(command) ? [`${at(command.words)} -F`] : [`${at(command.words)} -f`]),
    ...flagsOf(command).map(({ name, about, takesValue, choices, isPath }) => {
      const value = isPath ? ' -r -F' : choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : takesValue ? ' -x' : ''
      return `${at(command.words)} -l ${name.slice(2)}${value} -d ${fishQuoted(about)}`
    }),
  ])
  return `${origin}
function __charabanc_after
    set -l typed
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; and break
        set -a typed $word
    end
    test "$typed" = "$argv[1]"
end
${[...words, ...flags].join('\n')}
`
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function fishQuoted(text: string): string {
  return `"${text.replaceAll(/[\\"$]/g, '\\$&')}"`
}
