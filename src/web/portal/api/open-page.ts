import { navigate } from 'wouter/use-browser-location'
import { base } from '../../office/api/address.ts'

/** Opens a page of this app from code outside its components: `/jobs/TR-7K3M9Q`. */
export function openPortalPage(path: string): void {
  navigate(base + path)
}
