import type { Endpoint } from '../../contract/endpoint'
import { endpoints } from '../../contract/endpoints'
import type { SeenCall } from '../support/prefix-proxy'

/** Leaves an attribute, a title, a script or a text, and then runs in each way that markup can. */
export const markup =
  '</script></title></textarea>"\'><script>planted()</script><img src="x" onerror="planted()"><svg onload="planted()"><a href="javascript:planted()">'

/** Names of fields that later calls and addresses are made of. */
const REFERENCES =
  /^(?:id|account|accounts|cursor|next|payment|payments|meter|service|code|period|number)$|Id$/

const listed: Record<string, Endpoint> = endpoints
const answers = Object.values(listed).map(({ method, path, answer }) => ({
  method,
  path: new RegExp(`^${path.replace('{id}', '[^/]+')}$`),
  answer,
}))

/** The same value with markup after each text, where `fits` accepts the result. */
function planted(whole: unknown, fits: (whole: unknown) => boolean): unknown {
  const texts: { owner: object; key: string }[] = []
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inside] of Object.entries(value)) {
      if (typeof inside === 'string' && !REFERENCES.test(key)) texts.push({ owner: value, key })
      else collect(inside)
    }
  }
  collect(whole)
  for (const { owner, key } of texts) {
    const before: unknown = Reflect.get(owner, key)
    Reflect.set(owner, key, `${String(before)} ${markup}`)
    if (!fits(whole)) Reflect.set(owner, key, before)
  }
  return whole
}

/** An answer of the product API with markup in each text in which its contract allows any. */
export function withMarkup({ method, path }: SeenCall, body: string): string {
  const [pathname = ''] = path.split('?')
  const called = answers.find((one) => one.method === method && one.path.test(pathname))
  const fits = (whole: unknown) => called?.answer?.safeParse(whole).success ?? true
  return JSON.stringify(planted(JSON.parse(body), fits))
}
