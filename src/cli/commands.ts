import type { Command } from './command.ts'

/** A command by its words. Its module is loaded when the command is run or shown, so that every other command starts without it. */
export type ListedCommand = Pick<Command, 'words'> & { load(): Promise<Command> }

/** All commands, in the order of the help. */
export const commands: readonly ListedCommand[] = [
  { words: 'serve', load: async () => (await import('./serve.ts')).serveCommand },
  { words: 'demo', load: async () => (await import('./demo.ts')).demoCommand },
  { words: 'setup link', load: async () => (await import('./setup-link.ts')).setupLinkCommand },
  { words: 'operator create', load: async () => (await import('./operator-create.ts')).operatorCreateCommand },
  { words: 'operator list', load: async () => (await import('./operator-list.ts')).operatorListCommand },
  { words: 'key mint', load: async () => (await import('./key-mint.ts')).keyMintCommand },
  { words: 'key list', load: async () => (await import('./key-list.ts')).keyListCommand },
  { words: 'key revoke', load: async () => (await import('./key-revoke.ts')).keyRevokeCommand },
  { words: 'user create', load: async () => (await import('./user-create.ts')).userCreateCommand },
  { words: 'user list', load: async () => (await import('./user-list.ts')).userListCommand },
  { words: 'user link', load: async () => (await import('./user-link.ts')).userLinkCommand },
  { words: 'user remove', load: async () => (await import('./user-remove.ts')).userRemoveCommand },
  { words: 'driver list', load: async () => (await import('./driver-list.ts')).driverListCommand },
  { words: 'driver link', load: async () => (await import('./driver-link.ts')).driverLinkCommand },
  { words: 'webhook list', load: async () => (await import('./webhook-list.ts')).webhookListCommand },
  { words: 'webhook replay', load: async () => (await import('./webhook-replay.ts')).webhookReplayCommand },
  { words: 'payments list', load: async () => (await import('./payments-list.ts')).paymentsListCommand },
  { words: 'payments check', load: async () => (await import('./payments-check.ts')).paymentsCheckCommand },
  { words: 'payments settle-by-hand', load: async () => (await import('./payments-settle.ts')).paymentsSettleCommand },
  {
    words: 'payments settle-unknown',
    load: async () => (await import('./payments-settle-unknown.ts')).paymentsSettleUnknownCommand,
  },
  { words: 'payments compare', load: async () => (await import('./payments-compare.ts')).paymentsCompareCommand },
  { words: 'places import', load: async () => (await import('./places-import.ts')).placesImportCommand },
  { words: 'places status', load: async () => (await import('./places-status.ts')).placesStatusCommand },
  { words: 'places remove', load: async () => (await import('./places-remove.ts')).placesRemoveCommand },
  { words: 'mail preview', load: async () => (await import('./mail-preview.ts')).mailPreviewCommand },
  { words: 'backup', load: async () => (await import('./backup.ts')).backupCommand },
  { words: 'restore', load: async () => (await import('./restore.ts')).restoreCommand },
  { words: 'migrate', load: async () => (await import('./migrate.ts')).migrateCommand },
  { words: 'import', load: async () => (await import('./import.ts')).importCommand },
  { words: 'export', load: async () => (await import('./export.ts')).exportCommand },
  { words: 'doctor', load: async () => (await import('./doctor.ts')).doctorCommand },
  { words: 'healthcheck', load: async () => (await import('./healthcheck.ts')).healthcheckCommand },
  { words: 'config show', load: async () => (await import('./config-show.ts')).configShowCommand },
  { words: 'config check', load: async () => (await import('./config-check.ts')).configCheckCommand },
  { words: 'config accept-account', load: async () => (await import('./config-accept-account.ts')).configAcceptAccountCommand },
  { words: 'openapi', load: async () => (await import('./openapi.ts')).openApiCommand },
  { words: 'routes', load: async () => (await import('./routes.ts')).routesCommand },
  { words: 'version', load: async () => (await import('./version.ts')).versionCommand },
]

export function loadCommands(listed: readonly ListedCommand[] = commands): Promise<Command[]> {
  return Promise.all(listed.map((command) => command.load()))
}
