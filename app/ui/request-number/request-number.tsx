/** The number that a visitor tells support, which finds the request in the log. */
export function RequestNumber({ requestId }: { requestId: string }) {
  return (
    <>
      Номер запроса:&nbsp;<span data-request-number>{readableRequestId(requestId)}</span>
    </>
  )
}

/** The part of a request's id that people read out on the phone. The log has the whole id. */
export const readableRequestId = (requestId: string) => requestId.slice(0, 8)
