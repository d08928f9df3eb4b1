import { EventEmitter, once } from 'node:events'
import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What a network does wrong. */
export const networkFaults = [
  /** Nobody listens, and open connections are closed. */
  'refused',
  /** Open and new connections are reset. */
  'reset',
  /** Connections are accepted, and nothing is passed on. */
  'frozen',
  /** Answers come one byte a second after the first bytes. */
  'trickling',
  /** A connection is closed after the first bytes of its answers. */
  'cut',
  /** Open connections pass nothing on without being closed, as after a firewall's time limit; new ones work. */
  'abandoned',
] as const

export type NetworkFault = (typeof networkFaults)[number]

/** A TCP proxy in front of a server, whose connections fail on demand. */
export interface FaultProxy {
  /** The server's address through the proxy. */
  url: string
  connections(): number
  /** `firstBytes`: how many bytes of answers pass on each connection before they are cut or trickle. */
  break(fault: NetworkFault, firstBytes?: number): Promise<void>
  /** Works again. Frozen connections go on, abandoned ones never do. */
  mend(): Promise<void>
  close(): Promise<void>
}

const betweenBytesMs = 1_000

export const startFaultProxy = async (target: URL): Promise<FaultProxy> => {
  let fault: NetworkFault | null = null
  let firstBytes = 0
  const links = new Set<Link>()
  const changes = new EventEmitter().setMaxListeners(0)

  const server = createServer((client) => {
    if (fault === 'reset') return void client.resetAndDestroy()
    const link = new Link(client, tcpConnect(Number(target.port), target.hostname), {
      changes,
      fault: () => fault,
      firstBytes: () => firstBytes,
    })
    links.add(link)
    link.closed.addEventListener('abort', () => links.delete(link), { once: true })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const stop = async () => {
    if (!server.listening) return
    server.close()
    for (const link of links) link.destroy()
    await once(server, 'close')
  }

  await listen(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`

  return {
    url: url.href,
    connections: () => links.size,
    async break(wanted, bytes = 20) {
      if (wanted === 'refused') await stop()
      firstBytes = bytes
      for (const link of links) {
        link.answered = 0
        if (wanted === 'reset') link.reset()
        if (wanted === 'abandoned') link.isAbandoned = true
      }
      fault = wanted === 'abandoned' ? null : wanted
      changes.emit('change')
    },
    async mend() {
      fault = null
      changes.emit('change')
      if (!server.listening) await listen(address.port)
    },
    close: stop,
  }
}

interface LinkOptions {
  changes: EventEmitter
  fault: () => NetworkFault | null
  firstBytes: () => number
}

/** One connection through the proxy. */
class Link {
  isAbandoned = false
  /** The bytes of answers since the fault began. */
  answered = 0
  readonly #sockets: readonly [Socket, Socket]
  readonly #options: LinkOptions
  readonly #closing = new AbortController()

  constructor(client: Socket, server: Socket, options: LinkOptions) {
    this.#sockets = [client, server]
    this.#options = options
    for (const socket of this.#sockets) {
      // Either end may close at any time; the other one sees the end of its stream.
      socket.on('error', () => {})
      socket.on('close', () => this.destroy())
    }
    void this.#passOn(client, server, false)
    void this.#passOn(server, client, true)
  }

  /** Aborted when the connection is closed. */
  get closed() {
    return this.#closing.signal
  }

  destroy() {
    this.#closing.abort()
    for (const socket of this.#sockets) socket.destroy()
  }

  reset() {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  async #passOn(from: Socket, to: Socket, isAnswer: boolean) {
    try {
      for await (const chunk of from) {
        for (let rest = Buffer.from(chunk); rest.length > 0; )
          rest = await this.#passPiece(rest, to, isAnswer)
      }
      to.end()
    } catch {
      this.destroy()
    }
  }

  /** Writes what may pass now; returns the rest. */
  async #passPiece(bytes: Buffer, to: Socket, isAnswer: boolean): Promise<Buffer> {
    const { fault, firstBytes } = this.#options
    while (this.isAbandoned || fault() === 'frozen') await this.#change()
    const now = isAnswer ? fault() : null
    if (now !== 'trickling' && now !== 'cut') return this.#write(bytes, to)
    const left = firstBytes() - this.answered
    if (left <= 0 && now === 'cut') this.destroy()
    if (left <= 0) await Promise.race([this.#change(), this.#pause()])
    const piece = bytes.subarray(0, Math.max(1, left))
    this.answered += piece.length
    await this.#write(piece, to)
    return bytes.subarray(piece.length)
  }

  async #write(bytes: Buffer, to: Socket): Promise<Buffer> {
    if (!to.write(bytes)) await once(to, 'drain', { signal: this.closed })
    return bytes.subarray(bytes.length)
  }

  #change = () => once(this.#options.changes, 'change', { signal: this.closed })

  #pause = () => wait(betweenBytesMs, undefined, { signal: this.closed })
}
