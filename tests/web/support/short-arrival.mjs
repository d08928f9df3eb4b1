/**
 * Preloaded into a server (`node --import`): a request has a hundredth of the server's time to arrive, its headers as long
 * as the whole, and it is looked at a hundred times as often.
 */
import { Server } from 'node:http'

const replaced = (name, read) => {
  const given = new WeakMap()
  Object.defineProperty(Server.prototype, name, {
    get() {
      return read(given.get(this), this)
    },
    set(ms) {
      given.set(this, ms)
    },
  })
}

replaced('requestTimeout', (ms) => ms / 100)
replaced('connectionsCheckingInterval', (ms) => ms / 100)
replaced('headersTimeout', (ms, server) => Math.min(ms, server.requestTimeout))
