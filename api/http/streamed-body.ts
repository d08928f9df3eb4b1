/**
 * The pieces as the body of an answer, read only as fast as they are taken. A piece that fails breaks the body off. Reads
 * the first piece before it resolves, and throws what that throws: an answer that has not begun can still be refused.
 */
export const streamedBody = async (
  pieces: AsyncIterable<string>,
  onBreak: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> => {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<string> | undefined = await iterator.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = first ?? (await iterator.next())
          first = undefined
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          onBreak(error)
          // The HTTP server prints it: a database's own error may hold values.
          controller.error(new Error('The answer broke off'))
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

export const isPieces = (reply: unknown): reply is AsyncIterable<string> =>
  typeof reply === 'object' && reply !== null && Symbol.asyncIterator in reply
