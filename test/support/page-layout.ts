import type { Page } from 'playwright-core'

/**
 * Finds overlapping text, text that leaves its card, and a page that is wider than its window, a fault a line. Text that a box
 * hides or scrolls counts only in its visible part. Layers over the page (dialogs, menus, fixed bars) are compared only with
 * themselves.
 */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(${inPage})()`)
}

/** Runs in the page. */
const inPage = `async () => {
  // The page has been drawn once in this width.
  await new Promise((done) => requestAnimationFrame(done))
  const layerRoles = new Set(['dialog', 'menu', 'listbox', 'tooltip', 'alertdialog'])
  const styles = new Map()
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element))
    return styles.get(element)
  }
  const chainOf = (element) => {
    const chain = []
    for (let one = element; one !== null; one = one.parentElement) chain.push(one)
    return chain
  }
  const layerOf = (chain) =>
    chain.find((one) => ['fixed', 'sticky'].includes(styleOf(one).position) || layerRoles.has(one.getAttribute('role'))) ?? document.body
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  })
  const isSeen = ({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2
  const clips = (element) => {
    const { overflowX, overflowY, clipPath, display } = styleOf(element)
    return display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible' || clipPath !== 'none')
  }
  const alpha = (color) => {
    const parts = /^(?:rgba|color|oklch|oklab|lab|lch)\\(.*[,/]\\s*([\\d.]+)\\)$/.exec(color)
    return color === 'transparent' ? 0 : parts === null ? 1 : Number(parts[1])
  }
  const isCard = (element) => {
    const style = styleOf(element)
    if (style.display.startsWith('inline') && style.display !== 'inline-block' && style.display !== 'inline-flex') return false
    if (style.display === 'contents' || element instanceof SVGElement) return false
    const hasSides = ['Left', 'Right'].every(
      (side) => parseFloat(style['border' + side + 'Width']) > 0 && alpha(style['border' + side + 'Color']) > 0,
    )
    return hasSides || alpha(style.backgroundColor) > 0
  }
  const words = (text) => JSON.stringify(text.trim().replace(/\\s+/g, ' ').slice(0, 40))

  const boxes = []
  const faults = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (node.data.trim() === '' || parent === null || parent.closest('script, style, noscript, template, option, title')) continue
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const chain = chainOf(parent)
    const layer = layerOf(chain)
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      // The middle of a line: letters of two lines do not touch there, however close the lines stand.
      const quarter = rect.height / 4
      let seen = { left: rect.left, right: rect.right, top: rect.top + quarter, bottom: rect.bottom - quarter }
      if (!isSeen(seen) || seen.right <= 0 || seen.bottom + scrollY <= 0) continue
      for (const element of chain) {
        if (element === document.body || element === document.documentElement) break
        const box = element.getBoundingClientRect()
        if (clips(element)) seen = meet(seen, box)
        if (!isSeen(seen)) break
        if (isCard(element)) {
          const out = Math.max(box.left - seen.left, seen.right - box.right, box.top - seen.top, seen.bottom - box.bottom)
          if (out > 1) faults.add(words(node.data) + ' leaves its ' + element.tagName.toLowerCase() + (element.className && typeof element.className === 'string' ? '.' + element.className.split(' ')[0] : '') + ' by ' + Math.ceil(out) + ' px')
        }
        if (['absolute', 'fixed'].includes(styleOf(element).position)) break
      }
      for (const element of chain) if (clips(element)) seen = meet(seen, element.getBoundingClientRect())
      if (isSeen(seen)) boxes.push({ node, layer, ...seen })
    }
  }

  boxes.sort((one, other) => one.top - other.top)
  boxes.forEach((one, at) => {
    for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom; next++) {
      const other = boxes[next]
      if (other.node === one.node || other.layer !== one.layer) continue
      const both = meet(one, other)
      if (both.right - both.left > 2 && both.bottom - both.top > 1)
        faults.add(words(one.node.data) + ' and ' + words(other.node.data) + ' lie over each other')
    }
  })

  const wide = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth
  if (wide > 0) faults.add('the page is ' + wide + ' px wider than the window')
  return [...faults]
}`
