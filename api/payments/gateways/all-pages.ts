import type { GatewayListQuery, GatewayPage } from './payment-gateway'

/** Two million items, more than a month of any shop: a list that never ends must not hold a job for ever. */
const mostPages = 20_000

/** Why a list could not be read to its end: nothing may be concluded from what is missing in it. */
export class ListNotRead extends Error {
  override readonly name = 'ListNotRead'
}

/** Every item of a gateway's list, page by page. Throws ListNotRead. */
export async function* allPages<Item>(
  list: (query: GatewayListQuery) => Promise<GatewayPage<Item>>,
  { from, to }: Pick<GatewayListQuery, 'from' | 'to'>,
): AsyncGenerator<Item> {
  const cursors = new Set<string>()
  let cursor: string | null = null
  while (cursors.size < mostPages) {
    const page: GatewayPage<Item> = await list({ from, to, cursor })
    if (page.kind !== 'page') throw new ListNotRead('code' in page ? page.code : page.reason)
    yield* page.items
    if (page.next === null) return
    if (cursors.has(page.next)) throw new ListNotRead('a page leads back to an earlier one')
    cursor = page.next
    cursors.add(cursor)
  }
  throw new ListNotRead(`more than ${mostPages} pages`)
}
