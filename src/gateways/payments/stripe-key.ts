/** Whether a Stripe key moves no money. */
export function isTestKey(key: string | null): boolean {
  return /^[a-z]+_test_/.test(key ?? '')
}
