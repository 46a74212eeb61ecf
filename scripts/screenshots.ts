import { mkdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'

// `bun run screenshots FOLDER` runs the browser tests, which save a picture of every screen they check: wide, medium and narrow,
// light and dark. The folder is outside of the source, since the pictures are only for people.

const root = resolve(import.meta.dir, '..')
const [folder = ''] = process.argv.slice(2)
if (folder === '' || !relative(root, resolve(folder)).startsWith('..')) {
  process.stderr.write('Say which folder outside of this one gets the pictures: bun run screenshots /tmp/pictures\n')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
const { exited } = Bun.spawn([process.execPath, 'test', '--timeout=600000', 'test/browser/'], {
  cwd: root,
  env: { ...process.env, CHARABANC_SHOTS: resolve(folder) },
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exit(await exited)
