import type { GatewayListQuery, GatewayPage } from './gateway-page'

/** A day of a large shop is a few pages; a list that never ends must not hold a job for ever. */
const mostPages = 200

/** Why a list could not be read to its end: nothing may be concluded from what is missing in it. */
export class ListNotRead extends Error {
  override readonly name = 'ListNotRead'
}

/** Every item of a gateway's list, page by page. Throws ListNotRead. */
export async function* allPages<Item>(
  list: (query: GatewayListQuery) => Promise<GatewayPage<Item>>,
  { from, to }: Pick<GatewayListQuery, 'from' | 'to'>,
): AsyncGenerator<Item> {
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const page: GatewayPage<Item> = await list({ from, to, cursor })
    if (page.kind !== 'page') throw new ListNotRead('code' in page ? page.code : page.reason)
    yield* page.items
    if (page.next === null) return
    if (page.next === cursor) throw new ListNotRead('a page leads to itself')
    cursor = page.next
  }
  throw new ListNotRead(`more than ${mostPages} pages`)
}
