import { backupCommand } from './backup.ts'
import type { Command } from './command.ts'
import { configAcceptAccountCommand } from './config-accept-account.ts'
import { configCheckCommand } from './config-check.ts'
import { configShowCommand } from './config-show.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { driverLinkCommand } from './driver-link.ts'
import { driverListCommand } from './driver-list.ts'
import { exportCommand } from './export.ts'
import { healthcheckCommand } from './healthcheck.ts'
import { importCommand } from './import.ts'
import { keyListCommand } from './key-list.ts'
import { keyMintCommand } from './key-mint.ts'
import { keyRevokeCommand } from './key-revoke.ts'
import { mailPreviewCommand } from './mail-preview.ts'
import { migrateCommand } from './migrate.ts'
import { openApiCommand } from './openapi.ts'
import { operatorCreateCommand } from './operator-create.ts'
import { operatorListCommand } from './operator-list.ts'
import { paymentsCheckCommand } from './payments-check.ts'
import { paymentsCompareCommand } from './payments-compare.ts'
import { paymentsListCommand } from './payments-list.ts'
import { paymentsSettleCommand } from './payments-settle.ts'
import { paymentsSettleUnknownCommand } from './payments-settle-unknown.ts'
import { restoreCommand } from './restore.ts'
import { routesCommand } from './routes.ts'
import { serveCommand } from './serve.ts'
import { setupLinkCommand } from './setup-link.ts'
import { userCreateCommand } from './user-create.ts'
import { userLinkCommand } from './user-link.ts'
import { userListCommand } from './user-list.ts'
import { userRemoveCommand } from './user-remove.ts'
import { versionCommand } from './version.ts'
import { webhookListCommand } from './webhook-list.ts'
import { webhookReplayCommand } from './webhook-replay.ts'

/** Every command there is, in the order the help lists them. */
export const commands: readonly Command[] = [
  serveCommand,
  demoCommand,
  setupLinkCommand,
  operatorCreateCommand,
  operatorListCommand,
  keyMintCommand,
  keyListCommand,
  keyRevokeCommand,
  userCreateCommand,
  userListCommand,
  userLinkCommand,
  userRemoveCommand,
  driverListCommand,
  driverLinkCommand,
  webhookListCommand,
  webhookReplayCommand,
  paymentsListCommand,
  paymentsCheckCommand,
  paymentsSettleCommand,
  paymentsSettleUnknownCommand,
  paymentsCompareCommand,
  mailPreviewCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  importCommand,
  exportCommand,
  doctorCommand,
  healthcheckCommand,
  configShowCommand,
  configCheckCommand,
  configAcceptAccountCommand,
  openApiCommand,
  routesCommand,
  versionCommand,
]
