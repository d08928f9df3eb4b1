import { readableRequestId } from './readable-request-id'

/** What a visitor tells support, which finds the request in the log by it. */
export function RequestNumber({ requestId }: { requestId: string }) {
  return (
    <>
      Номер запроса:&nbsp;<span data-request-number>{readableRequestId(requestId)}</span>
    </>
  )
}
