import { expect, test } from 'bun:test'
import { commitFaults } from '../../scripts/commits.ts'

function told(subject: string, body: string, counts: string): string {
  return `\0a1b2c3d\x1f${subject}\x1f${body}\x1f\n\n ${counts}\n`
}

const large = '9 files changed, 200 insertions(+), 101 deletions(-)'
const small = '1 file changed, 1 insertion(+)'

test('a large commit says why, a small one may leave it at its subject', () => {
  expect(commitFaults(told('Move the rooms', 'They were flat.', large) + told('Mend a word', '', small))).toEqual([])
  expect(commitFaults(told('Move the rooms', ' \n', large))).toEqual([
    'a1b2c3d changes 301 lines and does not say why: Move the rooms',
  ])
})

test('a subject has 72 letters at most', () => {
  expect(commitFaults(told('M'.repeat(72), '', small))).toEqual([])
  expect(commitFaults(told('M'.repeat(73), '', small))).toEqual([`a1b2c3d has a subject of 73 letters: ${'M'.repeat(73)}`])
})

test('a history without commits has no faults', () => {
  expect(commitFaults('')).toEqual([])
})
