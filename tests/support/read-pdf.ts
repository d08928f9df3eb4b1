import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A PDF, and the text of its pages with single spaces. */
export const readPdf = async (pdf: Uint8Array) => {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const { items } = await page.getTextContent()
      const words = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      return { text: words.replace(/\s+/g, ' '), tree: await page.getStructTree() }
    }),
  )
  return { document, pages, text: pages.map(({ text }) => text).join(' ') }
}
