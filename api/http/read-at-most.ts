/** The bytes of a stream; null when they are more than `maxBytes`. The rest is not read then. */
export const readAtMost = async (
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      return null
    }
    chunks.push(value)
  }
}
