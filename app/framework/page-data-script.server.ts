/**
 * The scripts that pass the loaders' data to Remix in the browser; empty when there is none (an error before any loader
 * ran). Remix's own `StreamTransfer` renders the same in chunks through React.
 */
export const pageDataScript = async (
  stream: ReadableStream<Uint8Array> | undefined,
  nonce: string,
): Promise<string> => {
  if (!stream) return ''
  const open = `<script nonce="${nonce}">window.__remixContext.streamController`
  return `${open}.enqueue(${scriptText(await textOf(stream))});</script>${open}.close();</script>`
}

/** No loader defers data, so the stream ends. */
const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value) chunks.push(value)
  return Buffer.concat(chunks).toString()
}

const ESCAPED: Record<string, string> = {
  '\\"': '"',
  "'": "\\'",
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/**
 * A text as a literal within a script: nothing in it ends the script. In single quotes, because the data is JSON, whose
 * every double quote would need a backslash.
 */
const scriptText = (value: string) => {
  const literal = JSON.stringify(value).slice(1, -1)
  return `'${literal.replace(/\\.|['&><\u2028\u2029]/g, (found) => ESCAPED[found] ?? found)}'`
}
