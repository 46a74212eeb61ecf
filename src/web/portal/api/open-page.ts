import { navigate } from 'wouter/use-browser-location'
import { base } from './address.ts'

/** Goes to a page of this app from outside of its components: `/jobs/TR-7K3M9Q`. */
export function openPage(path: string): void {
  navigate(base + path)
}
