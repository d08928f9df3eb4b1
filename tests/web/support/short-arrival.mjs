/**
 * Preloaded into a server (`node --import`): divides by 100 the time for a request to arrive and the interval at which the
 * server checks it. The headers may take as long as the whole request.
 */
import { Server } from 'node:http'

const redefine = (name, read) => {
  const values = new WeakMap()
  Object.defineProperty(Server.prototype, name, {
    get() {
      return read(values.get(this), this)
    },
    set(ms) {
      values.set(this, ms)
    },
  })
}

redefine('requestTimeout', (ms) => ms / 100)
redefine('connectionsCheckingInterval', (ms) => ms / 100)
redefine('headersTimeout', (ms, server) => Math.min(ms, server.requestTimeout))
