import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import manifest from '../../package.json'

const root = resolve(import.meta.dir, '../..')

/** Builds this release under another version with further migrations, in an empty folder; returns the path of its executable. */
export async function buildNextRelease(
  folder: string,
  version: string,
  steps: Readonly<Record<string, string>>,
): Promise<string> {
  for (const name of ['src', 'drizzle', 'docs', 'LICENSE', 'dist/web'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  for (const [name, sql] of Object.entries(steps)) writeFileSync(join(folder, 'drizzle/postgres', `${name}.sql`), sql)
  const [, , ...words] = manifest.scripts.build.split(' ')
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, NODE_ENV: 'production' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [said, exitCode] = await Promise.all([child.stderr.text(), child.exited])
  if (exitCode !== 0) throw new Error(`The build left with ${exitCode}: ${said}`)
  return join(folder, 'dist/charabanc')
}
