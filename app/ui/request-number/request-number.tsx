/** The number that a visitor tells support, which finds the request in the log. */
export function RequestNumber({ requestId }: { requestId: string }) {
  return (
    <>
      Номер запроса:&nbsp;<span data-request-number>{readableRequestId(requestId)}</span>
    </>
  )
}

/** As much of a request's id as can be read out on the phone; the log has all of it. */
export const readableRequestId = (requestId: string) => requestId.slice(0, 8)
