import { expect, test } from 'bun:test'
import { shareBrowser } from '../support/browser.ts'
import { layoutFaults } from '../support/page-layout.ts'

const openVisit = shareBrowser()

/** The layout faults of a page with this body, in a window of 600 px. */
async function faultsOf(body: string): Promise<readonly string[]> {
  await using visit = await openVisit('http://localhost', { width: 600, height: 400 })
  await visit.page.setContent(`<!doctype html><style>body { font: 16px/20px sans-serif; margin: 8px }</style>${body}`)
  return await layoutFaults(visit.page)
}

test('finds nothing in a page of paragraphs, tables, cards and long words that wrap', async () => {
  const card = 'border: 1px solid #000; padding: 4px; width: 120px; overflow-wrap: anywhere'
  expect(
    await faultsOf(`<h1 style="line-height: 1">Two lines of a heading that stand close to each other in a narrow window of 600 px</h1>
      <p>Some <b>bold</b> text.</p><table><tr><th>Note</th><td>None</td></tr></table>
      <div style="${card}">${'a'.repeat(80)}</div>`),
  ).toEqual([])
})

test('finds text on top of other text', async () => {
  const rows = `<div style="display: grid; grid-template-rows: 20px 20px"><p style="margin: 0; width: 80px">Note of more than
    one line here</p><p style="margin: 0">Offer ends</p></div>`
  expect(await faultsOf(rows)).toContainEqual(expect.stringMatching(/^"Note of more.*" and "Offer ends" lie over each other$/))
})

test('finds text outside its card, to the side and below', async () => {
  const card = 'border: 1px solid #000; height: 24px; width: 60px'
  expect(await faultsOf(`<article style="${card}">Unbreakable1234567</article>`)).toContainEqual(
    expect.stringMatching(/^"Unbreakable1234567" leaves its article by \d+ px$/),
  )
  expect(await faultsOf(`<article style="${card}">One two three four five</article>`)).toContainEqual(
    expect.stringMatching(/leaves its article by/),
  )
})

test('finds a page that scrolls sideways', async () => {
  expect(await faultsOf('<div style="width: 700px">Wide</div>')).toContainEqual(
    expect.stringMatching(/^the page is 1\d\d px wider than the window$/),
  )
})

test('leaves out hidden parts, parts cut by a box, and layers over the page', async () => {
  expect(
    await faultsOf(`<p>Below</p><p style="visibility: hidden; position: absolute; top: 8px">Hidden</p>
      <p style="position: absolute; top: 8px; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden">Unseen</p>
      <div role="dialog" style="position: fixed; top: 8px; background: #fff">Dialog</div>
      <div style="border: 1px solid #000; width: 60px; overflow: hidden; white-space: nowrap">Cut off at the side</div>
      <details><summary>More</summary><p style="margin-top: -60px">Folded away</p></details>`),
  ).toEqual([])
})
