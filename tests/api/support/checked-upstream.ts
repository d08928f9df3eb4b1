import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { demoLogin, seedDemo } from 'api/demo/seed-demo'
import { openApiWorld } from './api-world'

const prefix = '/upstream/v7'

/** Answers in place of the API; undefined leaves its own answer. */
type Fault = (asked: {
  call: string
  request: Request
  own: () => Promise<Response>
}) => Promise<Response> | undefined

/** A JSON answer with another value in every field of that name; undefined: without the field. Refusals stay. */
export const jsonWith = (field: string, value: unknown) => async (own: Response) => {
  if (!own.ok) return own
  const changed = JSON.parse(await own.text(), (name, was: unknown) => (name === field ? value : was))
  return Response.json(changed, own)
}

const often = { max: 1_000, minutes: 60 }

/** Our API with the demo company, as an operator's own one over HTTP, with one fault at a time. */
export const openCheckedUpstream = async () => {
  const world = await openApiWorld('sqlite', {
    limits: {
      exportsPerCustomer: often,
      loginPerAccount: often,
      loginPerAccountAndAddress: often,
      loginPerAddress: often,
      unknownAccountsPerAddress: often,
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
    /** Until the next one; nothing: the API as it is. */
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
