import { type Courier, folderCourier } from './messages.ts'

/** The courier this machine is configured with, or null without any. */
export function couriersOf(config: { readonly mailDir: string | null }): Courier | null {
  return config.mailDir === null ? null : folderCourier(config.mailDir)
}
