import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { demoLogin, seedDemo } from 'api/demo/seed-demo'
import { openApiWorld } from './api-world'

const prefix = '/upstream/v7'

/** Answers instead of the API; undefined: the API answers itself (`own`). */
type Fault = (call: {
  call: string
  request: Request
  own: () => Promise<Response>
}) => Promise<Response> | undefined

/** Replaces every field of that name in a JSON answer, or removes it (undefined). Refusals stay as they are. */
export const jsonWith = (field: string, value: unknown) => async (own: Response) => {
  if (!own.ok) return own
  const changed = JSON.parse(await own.text(), (name, was: unknown) => (name === field ? value : was))
  return Response.json(changed, own)
}

const highLimit = { max: 1_000, minutes: 60 }

/** Our API with the demo company over HTTP, in place of an operator's own API, with one fault at a time. */
export const openCheckedUpstream = async () => {
  const world = await openApiWorld('sqlite', {
    limits: {
      exportsPerCustomer: highLimit,
      loginPerAccount: highLimit,
      loginPerAccountAndAddress: highLimit,
      loginPerAddress: highLimit,
      unknownAccountsPerAddress: highLimit,
    },
  })
  await seedDemo(world.database, { now: world.now(), timeZone: world.config.timeZone })
  const login = await demoLogin(world.database.db)
  if (!login) throw new Error('there is no demo customer')
  let fault: Fault = () => undefined
  const calls: string[] = []
  const listener = getRequestListener(async (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${prefix}/`)) return new Response('There is nothing here', { status: 404 })
    url.pathname = url.pathname.slice(prefix.length)
    const call = `${request.method} ${url.pathname}`
    calls.push(call)
    const own = async () => world.api.fetch(new Request(url, request))
    return fault({ call, request, own }) ?? own()
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the upstream has no port')
  return {
    url: `http://127.0.0.1:${address.port}${prefix}`,
    login,
    calls,
    database: world.database,
    /** Sets the fault of all later calls; without an argument the API works. */
    setFault(next: Fault = () => undefined) {
      fault = next
      calls.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await world.close()
    },
  }
}
