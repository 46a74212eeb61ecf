import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { eventually } from '../support/eventually.ts'
import { makeFolder } from '../support/folder.ts'

/**
 * Modules that a start evaluates before its ready line: all, and those of `src`. A figure can fall freely. A figure that rises needs its
 * reason here.
 */
const most = { all: 953, own: 398 }

const root = resolve(import.meta.dir, '../..')

test('evaluates no module of routes, web apps or papers before the ready line, and no more modules than allowed', async () => {
  using folder = makeFolder()
  const list = folder.at('modules.json')
  const preload = resolve(root, 'test/processes/report-modules.ts')
  const words = ['--preload', preload, 'src/main.ts', 'serve', '--data-dir', folder.at('data'), '--listen', '127.0.0.1:0']
  const env = { PATH: process.env.PATH, LOADED_MODULES: list }
  const server = Bun.spawn([process.execPath, ...words], { cwd: root, env, stdout: 'ignore', stderr: 'ignore' })
  try {
    const modules: string[] = await eventually(() => (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8') || 'null') : null))
    const own = modules.filter((path) => path.startsWith(`${root}/src/`)).map((path) => path.slice(root.length + 5))
    const late =
      /^(web|http\/(operator|driver|platform|customer|portal|pages))\/|^gateways\/papers\/(?!press\.ts)|^storage\/postgres\/(?!faults\.ts)/
    expect(own).toContain('http/server.ts')
    expect(own.filter((path) => late.test(path))).toEqual([])
    expect(modules.filter((path) => /node_modules\/(stripe|nodemailer|pdfkit|prom-client)\//.test(path))).toEqual([])
    expect(own.length).toBeLessThanOrEqual(most.own)
    expect(modules.length).toBeLessThanOrEqual(most.all)
  } finally {
    server.kill()
    await server.exited
  }
})
