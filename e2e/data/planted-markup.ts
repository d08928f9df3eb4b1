import type { Endpoint } from '../../contract/endpoint'
import { endpoints } from '../../contract/endpoints'
import type { SeenCall } from '../support/prefix-proxy'

/** Breaks out of an attribute, a title, a script or a text, and then runs in each way that markup can. */
export const markup =
  '</script></title></textarea>"\'><script>planted()</script><img src="x" onerror="planted()"><svg onload="planted()"><a href="javascript:planted()">'

/** Names of fields that the portal uses in later calls and addresses: they stay as they are. */
const REFERENCES =
  /^(?:id|account|accounts|cursor|next|payment|payments|meter|service|code|period|number)$|Id$/

const allEndpoints: Record<string, Endpoint> = endpoints
const answers = Object.values(allEndpoints).map(({ method, path, answer }) => ({
  method,
  path: new RegExp(`^${path.replace('{id}', '[^/]+')}$`),
  answer,
}))

/** Appends markup to each text of a JSON value if `fits` accepts the result. */
function plantMarkup(json: unknown, fits: (json: unknown) => boolean): unknown {
  const texts: { owner: object; key: string }[] = []
  const collect = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inside] of Object.entries(value)) {
      if (typeof inside === 'string' && !REFERENCES.test(key)) texts.push({ owner: value, key })
      else collect(inside)
    }
  }
  collect(json)
  for (const { owner, key } of texts) {
    const before: unknown = Reflect.get(owner, key)
    Reflect.set(owner, key, `${String(before)} ${markup}`)
    if (!fits(json)) Reflect.set(owner, key, before)
  }
  return json
}

/** Appends markup to each text of an answer in which the contract of the product API allows it. */
export function withMarkup({ method, path }: SeenCall, body: string): string {
  const [pathname = ''] = path.split('?')
  const endpoint = answers.find((one) => one.method === method && one.path.test(pathname))
  const fits = (json: unknown) => endpoint?.answer?.safeParse(json).success ?? true
  return JSON.stringify(plantMarkup(JSON.parse(body), fits))
}
