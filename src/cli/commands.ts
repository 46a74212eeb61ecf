import type { Command } from './command.ts'
import { configCheckCommand } from './config-check.ts'
import { configShowCommand } from './config-show.ts'
import { driverListCommand } from './driver-list.ts'
import { driverLinkCommand } from './driver-link.ts'
import { keyListCommand } from './key-list.ts'
import { keyMintCommand } from './key-mint.ts'
import { keyRevokeCommand } from './key-revoke.ts'
import { migrateCommand } from './migrate.ts'
import { openApiCommand } from './openapi.ts'
import { operatorCreateCommand } from './operator-create.ts'
import { operatorListCommand } from './operator-list.ts'
import { serveCommand } from './serve.ts'
import { userCreateCommand } from './user-create.ts'
import { userListCommand } from './user-list.ts'
import { versionCommand } from './version.ts'
import { userLinkCommand } from './user-link.ts'
import { webhookListCommand } from './webhook-list.ts'
import { userRemoveCommand } from './user-remove.ts'
import { webhookReplayCommand } from './webhook-replay.ts'

/** Every command there is, in the order the help lists them. */
export const commands: readonly Command[] = [
  serveCommand,
  operatorCreateCommand,
  operatorListCommand,
  keyMintCommand,
  keyListCommand,
  keyRevokeCommand,
  userCreateCommand,
  userListCommand,
  driverListCommand,
  webhookListCommand,
  userLinkCommand,
  userRemoveCommand,
  webhookReplayCommand,
  driverLinkCommand,
  migrateCommand,
  configShowCommand,
  configCheckCommand,
  openApiCommand,
  versionCommand,
]
