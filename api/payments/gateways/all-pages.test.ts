import { describe, expect, it } from 'vitest'
import { allPages, ListNotRead } from './all-pages'
import type { GatewayListQuery, GatewayPage } from './payment-gateway'

const within = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' }

/** A list of numbered pages of two; `next` gives the number of the page after one. */
const listOf =
  (next: (page: number) => number | null) =>
  async ({ cursor }: GatewayListQuery): Promise<GatewayPage<string>> => {
    const page = Number(cursor ?? 0)
    const after = next(page)
    return { kind: 'page', items: [`${page}a`, `${page}b`], next: after === null ? null : String(after) }
  }

const read = async (list: ReturnType<typeof listOf>) => {
  const items: string[] = []
  for await (const item of allPages(list, within)) items.push(item)
  return items
}

describe('all pages of a gateway list', () => {
  it('are read to the last one, in the order of the gateway, however many they are', async () => {
    const items = await read(listOf((page) => (page < 4_999 ? page + 1 : null)))
    expect(items).toHaveLength(10_000)
    expect(items.slice(0, 3)).toEqual(['0a', '0b', '1a'])
    expect(items.at(-1)).toBe('4999b')
  })

  it.each([
    ['to itself', (page: number) => Math.min(page + 1, 7)],
    ['to an earlier one', (page: number) => (page + 1) % 8 || 3],
  ])('are not read for ever where a page leads %s', (_, next) =>
    expect(read(listOf(next))).rejects.toThrow(new ListNotRead('a page leads back to an earlier one')),
  )

  it('are not read for ever where the list has no end', () =>
    expect(read(listOf((page) => page + 1))).rejects.toThrow(ListNotRead))

  it('are not concluded from where one can not be read', async () => {
    const pages = listOf(() => 1)
    const broken = async (query: GatewayListQuery): Promise<GatewayPage<string>> =>
      query.cursor === null ? pages(query) : { kind: 'unknown', reason: 'status 500' }
    await expect(read(broken)).rejects.toThrow(new ListNotRead('status 500'))
  })
})
