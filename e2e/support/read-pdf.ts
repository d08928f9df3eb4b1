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
  /** The global that the PDF reader's script defines. */
  var pdfjsLib: { getDocument(source: { data: Uint8Array }): { promise: Promise<Pdf> } }
}

interface Pdf {
  numPages: number
  getPage(number: number): Promise<PdfPage>
}

const reader = (file: string) => createRequire(import.meta.url).resolve(`pdfjs-dist/legacy/build/${file}`)

/** The text of a PDF's pages, and the first QR code on them as a camera reads it; in a separate browser. */
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
    const codes = pages.map(({ greys, width, height }) =>
      jsQR(asPixels(Buffer.from(greys, 'base64')), width, height),
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

/** Grey bytes as RGBA pixels. */
function asPixels(greys: Buffer): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(greys.length * 4)
  greys.forEach((grey, at) => void pixels.fill(grey, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4))
  return pixels
}

/** Runs in the browser: four pixels per point, otherwise the code's modules merge. */
async function drawPages(base64: string) {
  const SCALE = 4
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const pdf = await globalThis.pdfjsLib.getDocument({ data }).promise
  const pages: { text: string; greys: string; width: number; height: number }[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: SCALE })
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
    const { data: drawn } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    }
    let greys = ''
    // One byte of four: the code is black on white.
    for (let at = 0; at < drawn.length; at += 4) greys += String.fromCharCode(drawn[at] ?? 0)
    const { items } = await page.getTextContent()
    pages.push({
      text: items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
      greys: btoa(greys),
      width: canvas.width,
      height: canvas.height,
    })
  }
  return pages
}
