import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const root = resolve(import.meta.dir, '../..')

/** The folders whose pages load the same style sheets. */
const apps = {
  office: ['src/web/office', 'src/web/portal', 'src/web/console'],
  driver: ['src/web/driver'],
  customer: ['src/web/customer'],
}

/** Folders without style sheets, whose functions return names of classes or pages. */
const shared = ['src/web/plain', 'src/web/look', 'src/http/pages']

async function readAll(folders: readonly string[], kinds: string): Promise<readonly string[]> {
  const paths = folders.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*.${kinds}`).scanSync(root)])
  return await Promise.all(paths.map((path) => Bun.file(`${root}/${path}`).text()))
}

/** The classes in the selectors of style sheets, without Mantine's own. */
function listStyled(sheets: readonly string[]): ReadonlySet<string> {
  const selectors = sheets.flatMap((css) => css.replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;/g, '').match(/[^{}]+(?=\{)/g) ?? [])
  const names = selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? [])
  return new Set(names.filter((name) => !name.startsWith('mantine-')))
}

for (const [app, folders] of Object.entries(apps)) {
  test(`styles only classes that the pages of the ${app} use, and no page uses a class without a style or a test`, async () => {
    const styled = listStyled(await readAll(folders, 'css'))
    const code = await readAll(folders, '{ts,tsx,html}')
    const named = [...code, ...(await readAll(shared, 'ts'))]
    const quoted = new Set(
      named.flatMap((text) => text.match(/(?<=["'`])[^"'`\n]*(?=["'`])/g) ?? []).flatMap((text) => text.split(/\s+/)),
    )
    expect([...styled].filter((name) => !quoted.has(name)).sort()).toEqual([])

    const located = (await readAll(['test/browser'], 'ts')).join('\n')
    const used = code.flatMap((text) =>
      [...text.matchAll(/\bclass(?:Name)?="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
    )
    const unstyled = [...new Set(used)].filter((name) => name !== '' && !styled.has(name))
    expect(unstyled.filter((name) => !located.includes(`.${name}`)).sort()).toEqual([])
  })
}
