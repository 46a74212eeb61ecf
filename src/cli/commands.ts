import type { Command } from './command.ts'
import { configCheckCommand } from './config-check.ts'
import { configShowCommand } from './config-show.ts'
import { versionCommand } from './version.ts'

/** Every command there is, in the order the help lists them. */
export const commands: readonly Command[] = [configShowCommand, configCheckCommand, versionCommand]
