/** As much of the id as can be read out on the phone; the log has all of it. */
const length = 8

/** What a visitor tells support, which finds the request in the log by it. */
export function RequestNumber({ requestId }: { requestId: string }) {
  return (
    <>
      Номер запроса:&nbsp;<span data-request-number>{requestId.slice(0, length)}</span>
    </>
  )
}
