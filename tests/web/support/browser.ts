import { type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Page } from './page'

export type Fields = Record<string, string | readonly string[] | boolean>

export interface RequestOptions {
  method?: string
  headers?: Record<string, string | undefined>
  body?: string | Buffer
}

/** A browser without scripts: sends a browser's request headers and keeps cookies; follows no redirects by itself. */
export class Browser {
  readonly cookies = new Map<string, string>()
  /** The client address that a proxy reports; undefined without a proxy. */
  address: string | undefined
  /** The address from which the browser connects, such as 127.0.0.2; undefined: the usual one. */
  connectsFrom: string | undefined
  readonly #server: URL
  readonly #origin: string
  #userAgent: string

  /** @param server where the portal listens @param origin its public origin */
  constructor(server: URL, origin: string, userAgent = ANDROID) {
    this.#server = server
    this.#origin = origin
    this.#userAgent = userAgent
  }

  /** Opens an address. */
  get(path: string, headers: RequestOptions['headers'] = {}): Promise<Page> {
    return this.ask(path, { headers: { ...NAVIGATION, ...headers } })
  }

  /** A client-side navigation's data request. */
  data(path: string, headers: RequestOptions['headers'] = {}): Promise<Page> {
    return this.ask(dataPath(path), { headers: { ...SCRIPT, ...headers } })
  }

  /** Sends a form of a page of this site. */
  post(path: string, fields: Fields = {}, headers: RequestOptions['headers'] = {}): Promise<Page> {
    return this.ask(path, {
      method: 'POST',
      headers: { ...NAVIGATION, ...this.#ownForm(), ...headers },
      body: formOf(fields).toString(),
    })
  }

  /** Sends a form as Remix's scripts do. */
  postData(path: string, fields: Fields = {}, headers: RequestOptions['headers'] = {}): Promise<Page> {
    return this.post(dataPath(path), fields, { ...SCRIPT, ...headers })
  }

  /** Types these values into the form of a button and presses it. Throws if a name has no control. */
  press(page: Page, button: string, typed: Fields = {}): Promise<Page> {
    const form = page.formOf(button)
    for (const [name, value] of Object.entries(typed)) {
      if (!page.controls(name).some(({ element }) => element.closest('form') === form.element))
        throw new Error(`the form of «${button}» has no control ${name}`)
      form.values.delete(name)
      const values = typeof value === 'boolean' ? (value ? ['on'] : []) : [value].flat()
      for (const each of values) form.values.append(name, each)
    }
    const { pathname, search } = new URL(form.action, new URL(page.path, this.#origin))
    if (form.method === 'GET') return this.get(`${pathname}?${form.values}`)
    return this.ask(pathname + search, {
      method: 'POST',
      headers: { ...NAVIGATION, ...this.#ownForm(), referer: this.#origin + page.path },
      body: form.values.toString(),
    })
  }

  /** Follows a redirect. */
  follow(page: Page): Promise<Page> {
    if (!page.location) throw new Error(`${page.path} leads nowhere: ${page.status} ${page.title}`)
    const url = new URL(page.location, new URL(page.path, this.#origin))
    if (url.origin !== this.#origin) throw new Error(`${page.path} leads away, to ${url.href}`)
    return this.get(url.pathname + url.search)
  }

  ask(path: string, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Page> {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = { ...this.#always(), ...length, ...headers }
    const definedHeaders = Object.fromEntries(
      Object.entries(sent).filter((pair): pair is [string, string] => !!pair[1]),
    )
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#server
      const outgoing = request(
        {
          hostname,
          port,
          path,
          method,
          headers: definedHeaders,
          agent: false,
          ...(this.connectsFrom !== undefined && { localAddress: this.connectsFrom }),
        },
        (answer) => {
          pageOf(path, answer).then((page) => {
            this.#keep(page)
            resolve(page)
          }, reject)
        },
      )
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }

  get cookieHeader() {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #always() {
    return {
      host: new URL(this.#origin).host,
      'user-agent': this.#userAgent,
      'accept-language': 'ru-RU,ru;q=0.9',
      'accept-encoding': 'gzip, deflate, br',
      cookie: this.cookieHeader,
      'x-forwarded-for': this.address,
    }
  }

  #ownForm() {
    return {
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
  }

  #keep(page: Page) {
    for (const line of page.setCookies) {
      const [pair = '', ...attributes] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      const isGone = attributes.some((attribute) => /^\s*Max-Age=0$/i.test(attribute))
      if (isGone) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(at + 1))
    }
  }
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'upgrade-insecure-requests': '1',
}

const SCRIPT = {
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'upgrade-insecure-requests': undefined,
}

/** The address of a page's data: `/_root.data` for the main page. */
const dataPath = (path: string) => {
  const [pathname = '', query] = path.split('?')
  return `${pathname === '/' ? '/_root' : pathname}.data${query === undefined ? '' : `?${query}`}`
}

const formOf = (fields: Fields) => {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'boolean') {
      if (value) form.append(name, 'on')
    } else for (const each of [value].flat()) form.append(name, each)
  }
  return form
}

const pageOf = async (path: string, answer: IncomingMessage): Promise<Page> => {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  const body = Buffer.concat(chunks)
  const coding = body.length > 0 ? answer.headers['content-encoding'] : undefined
  const whole = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  return new Page(path, answer.statusCode ?? 0, answer.headers, whole)
}
