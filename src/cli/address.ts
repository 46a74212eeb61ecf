import type { Config } from '../config.ts'
import { announcedUrl } from './lock.ts'

/** Where the server is found, for links and examples that a command prints: as configured, or where one serves this data folder, or where one would. */
export function addressOf(config: Config): string {
  return config.baseUrl ?? announcedUrl(config.dataDir) ?? `http://${config.listen.host}:${config.listen.port}`
}
