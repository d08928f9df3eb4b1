import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from '@playwright/test'
import jsQR from 'jsqr'

interface PdfPage {
  getViewport(options: { scale: number }): { width: number; height: number }
  render(options: { canvas: HTMLCanvasElement; viewport: unknown }): { promise: Promise<void> }
  getTextContent(): Promise<{ items: { str?: string; hasEOL?: boolean }[] }>
}

declare global {
  /** What the reader's script leaves in the window that it runs in. */
  var pdfjsLib: { getDocument(source: { data: Uint8Array }): { promise: Promise<Pdf> } }
}

interface Pdf {
  numPages: number
  getPage(number: number): Promise<PdfPage>
}

const reader = (file: string) => createRequire(import.meta.url).resolve(`pdfjs-dist/legacy/build/${file}`)

/** The words of a PDF's pages, and what a camera reads of the first code on them; in a browser of its own. */
export async function readPdf(
  browser: Browser,
  file: string,
): Promise<{ text: string; code: string | null }> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  try {
    const page = await context.newPage()
    for (const script of ['pdf.worker.min.mjs', 'pdf.min.mjs'])
      await page.addScriptTag({ path: reader(script), type: 'module' })
    await page.waitForFunction(() => 'pdfjsLib' in globalThis && 'pdfjsWorker' in globalThis)
    const pages = await page.evaluate(drawPages, readFileSync(file).toString('base64'))
    const codes = pages.map(({ pixels, width, height }) =>
      jsQR(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height),
    )
    const code = codes.find(Boolean)
    return {
      text: pages.map(({ text }) => text).join('\n'),
      code: code ? Buffer.from(code.binaryData).toString('utf8') : null,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the browser. */
async function drawPages(base64: string) {
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const pdf = await globalThis.pdfjsLib.getDocument({ data }).promise
  const pages: { text: string; pixels: string; width: number; height: number }[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: 2 })
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
    const drawn = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
    const bytes = drawn?.data ?? new Uint8ClampedArray()
    let letters = ''
    for (let at = 0; at < bytes.length; at += 8_192)
      letters += String.fromCharCode(...bytes.subarray(at, at + 8_192))
    const { items } = await page.getTextContent()
    pages.push({
      text: items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
      pixels: btoa(letters),
      width: canvas.width,
      height: canvas.height,
    })
  }
  return pages
}
