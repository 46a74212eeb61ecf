import type { PrintedPaper } from '../domain/printed-paper.ts'
import type { Reader } from '../storage/storage.ts'
import type { RequestContext } from './request-context.ts'

/** Media type of a route that answers a PDF file. */
export const pdf = 'application/pdf'

/** Prints a document as a PDF file. */
export async function respondWithPaper(context: RequestContext, find: (db: Reader) => Promise<PrintedPaper>): Promise<Response> {
  const { storage, press } = context.app
  const found = await storage.read(find, context.caller ?? undefined)
  const bytes = await press.print(found)
  return new Response(bytes, {
    headers: { 'Content-Type': pdf, 'Content-Disposition': `inline; filename="${found.fileName}.pdf"` },
  })
}
