// Updates the answers of the examples in docs/ from the executable in dist/, and the table of settings.
import { differences, examplesIn, layOut, openDemo, pages, partOf, settingsPage, tourPage, withSettings } from './docs.ts'

const changed: string[] = []

async function rewrite(path: string, tell: (page: string) => Promise<string> | string): Promise<void> {
  const before = await Bun.file(path).text()
  const after = await tell(before)
  if (after === before) return
  changed.push(path)
  await Bun.write(path, after)
}

async function retell(page: string, demo: Awaited<ReturnType<typeof openDemo>>): Promise<string> {
  let told = page
  for (const { call, shown, isPart, whole } of examplesIn(page)) {
    const came = await demo.run(call)
    if (shown === null) continue
    const before = JSON.parse(shown) as object
    if (Object.keys(before).length > 0 && 'error' in before !== 'error' in came) {
      throw new Error(`${call} answers ${JSON.stringify(came)}`)
    }
    // An answer that still has the right shape stays, so that a page changes only with the API.
    if (!process.argv.includes('--all') && differences(before, came, isPart).length === 0) continue
    const answer = layOut(isPart ? partOf(before, came) : came)
    told = told.replace(whole, () => `\`\`\`sh\n${call}\`\`\`\n\n\`\`\`json${isPart ? ' part' : ''}\n${answer}\n\`\`\``)
  }
  return told
}

await rewrite(settingsPage, withSettings)
{
  await using demo = await openDemo(3_600)
  for (const path of pages) await rewrite(path, (page) => retell(page, demo))
}
{
  await using demo = await openDemo(0.2)
  await rewrite(tourPage, (page) => retell(page, demo))
}
process.stdout.write(changed.length === 0 ? 'All pages are up to date.\n' : `Updated: ${changed.join(', ')}\n`)
