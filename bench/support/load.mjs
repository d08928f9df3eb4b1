import autocannon from 'autocannon'

/** Responses per second, and per second of the server's processor time. */
export const load = async (server, path, cookie, seconds) => {
  const before = server.processor()
  const result = await autocannon({
    url: server.url + path,
    connections: 16,
    duration: seconds,
    headers: cookie ? { cookie } : {},
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.url}${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return {
    perSecond: result.requests.average,
    perProcessorSecond: (result.requests.total * 1000) / (server.processor() - before),
  }
}
