import { expect, test } from 'bun:test'
import { findPageWithin } from '../../src/web/plain/page-within.ts'

test.each(['/bookings/TR-7K3MQ2', '/trips/TR-7K3MQ2', '/money?tab=due', '/settings/devices', '/'])('returns %s', (page) => {
  expect(findPageWithin(page)).toBe(page)
})

test.each([
  null,
  '',
  'bookings',
  '//evil.example/',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/../console',
  '/%2e%2e/console/money',
  '/x/../../driver',
  '/\t/evil.example',
  '//@evil.example',
  '/sign-in',
  '/sign-in?to=/sign-in',
  '/x/../sign-in',
])('returns the start page for %j', (target) => {
  expect(findPageWithin(target)).toBe('/')
})
