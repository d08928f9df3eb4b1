/**
 * The loaders' data as the scripts that hand it to Remix in the browser; an empty text where there is none (an error
 * before any loader ran). Remix's own `StreamTransfer` writes the same, chunk by chunk through React.
 */
export const pageDataScript = async (
  stream: ReadableStream<Uint8Array> | undefined,
  nonce: string,
): Promise<string> => {
  if (!stream) return ''
  const open = `<script nonce="${nonce}">window.__remixContext.streamController`
  return `${open}.enqueue(${scriptText(await textOf(stream))});</script>${open}.close();</script>`
}

/** Nothing is deferred, so the stream ends by itself. */
const textOf = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    if (value) chunks.push(value)
  return Buffer.concat(chunks).toString()
}

const ESCAPED: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/** A text as a literal within a script: nothing in it ends the script. */
const scriptText = (value: string) =>
  JSON.stringify(value).replace(/[&><\u2028\u2029]/g, (character) => ESCAPED[character] ?? '')
