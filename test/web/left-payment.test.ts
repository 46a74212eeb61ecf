import { describe, expect, test } from 'bun:test'
import { isAllowedRedirect, readOpening } from '../../src/web/customer/trip/left-payment.ts'

test.each([
  ['https://checkout.stripe.com/c/pay/cs_test_1', true],
  ['http://coach.lan:8787/sandbox-page/page_1', true],
  ['http://127.0.0.1:4011/c/pay/cs_1', true],
  ['http://localhost:4011/c/pay/cs_1', true],
  ['http://[::1]:4011/c/pay/cs_1', true],
  ['http://checkout.stripe.com/c/pay/cs_1', false],
  ['http://coach.lan:9999/sandbox-page/page_1', false],
  ['http://127.0.0.1.example.org/', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//checkout.stripe.com/c/pay/cs_1', false],
  ['', false],
])('allows the redirect to %s: %p', (url, isLed) => {
  expect(isAllowedRedirect(url, 'http://coach.lan:8787')).toBe(isLed)
})

describe('the token of an opened page', () => {
  const kept = new Map([['TR-7K3MQ2', 'cbt_kept']])
  const opened = (hash: string, search = '') => readOpening({ hash, search }, (ref) => kept.get(ref) ?? null)

  test.each([
    ['#cbt_link', '', 'cbt_link', null],
    ['', '', '', null],
    ['', '?back=TR-7K3MQ2', 'cbt_kept', 'TR-7K3MQ2'],
    // Opened in another browser, or by the back link.
    ['', '?back=TR-000000', '', 'TR-000000'],
    ['#cbt_link', '?back=TR-7K3MQ2', 'cbt_link', 'TR-7K3MQ2'],
    ['', '?back=', '', null],
    ['', '?back=%3Cb%3E', '', null],
    ['', `?back=${'A'.repeat(21)}`, '', null],
  ])('returns the token for hash %p and search %p', (hash, search, token, backRef) => {
    expect(opened(hash, search)).toEqual({ token, backRef })
  })
})
