/** As much of a request's id as can be read out on the phone; the log has all of it. */
export const readableRequestId = (requestId: string) => requestId.slice(0, 8)
