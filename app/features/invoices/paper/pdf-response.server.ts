import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AppLoadContext } from '@remix-run/node'
import { MINUTE } from 'format/durations'
import { LRUCache } from 'lru-cache'
import { attachment } from '~/server/http/attachment.server'
import { type CompanyContact, companyContact } from '~/server/pages/company.server'
import type { Paper } from './paper'

interface FileNames {
  /** In Russian, without the extension. */
  name: string
  /** In Latin letters, for clients that cannot read the other. */
  latinName: string
}

/** The paper as a PDF file to save. */
export const pdfResponse = async (
  paper: Paper,
  { name, latinName }: FileNames,
  context: AppLoadContext,
): Promise<Response> => {
  const pdf = await cachedPdf({ paper, company: await companyContact(context) })
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': attachment(`${name}.pdf`, `${latinName}.pdf`),
    },
  })
}

/** A PDF has about 80 KB. */
const MAX_PDFS = 100
const TTL_MS = 10 * MINUTE

/**
 * Caches PDFs by their whole content: a customer gets a cached PDF only if the product API returned the same data to
 * them. Draws one PDF at a time, then pauses as long as that took, because drawing blocks the event loop.
 */
export const createPdfCache = <Content>(draw: (content: Content) => Promise<Buffer>) => {
  const pdfs = new LRUCache<string, Promise<Buffer>>({ max: MAX_PDFS, ttl: TTL_MS })
  let lastTurn: Promise<unknown> = Promise.resolve()

  const drawInTurn = (content: Content) => {
    let startedAt = 0
    const pdf = lastTurn.then(() => {
      startedAt = performance.now()
      return draw(content)
    })
    const rest = () => pause(performance.now() - startedAt)
    lastTurn = pdf.then(rest, rest)
    return pdf
  }

  return (content: Content): Promise<Buffer> => {
    const key = createHash('sha256').update(JSON.stringify(content)).digest('base64')
    const cachedFile = pdfs.get(key)
    if (cachedFile) return cachedFile
    const pdf = drawInTurn(content)
    pdfs.set(key, pdf)
    pdf.catch(() => pdfs.delete(key))
    return pdf
  }
}

const cachedPdf = createPdfCache(async ({ paper, company }: { paper: Paper; company: CompanyContact }) => {
  // The PDF library and its fonts are large, and most visitors never need them.
  const { drawPaper } = await import('./draw-paper.server')
  return drawPaper(paper, company)
})
