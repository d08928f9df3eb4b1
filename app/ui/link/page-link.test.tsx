import fc from 'fast-check'
import { Link } from 'react-router-dom'
import { expect, it } from 'vitest'
import { drawInRouter } from '../../../tests/support/draw-in-router'
import { wildAddress } from '../../../tests/support/wild-addresses'
import { linkTarget } from './link-target'
import { PageLink } from './page-link'

it('writes the address that the router would write, for any path', async () => {
  await fc.assert(
    fc.asyncProperty(wildAddress, async (address) => {
      const target = linkTarget(address)
      if (target?.kind !== 'page' || target.path.includes('//')) return
      const own = await drawInRouter(<PageLink to={target.path}>Тарифы</PageLink>)
      expect(own).toBe(await drawInRouter(<Link to={target.path}>Тарифы</Link>))
    }),
    { numRuns: 500 },
  )
})

it("writes its attributes, but not the prop for Remix's browser scripts", async () => {
  const html = await drawInRouter(
    <PageLink to="/pay?account=1" className="look" data-tone="quiet" aria-current="page" reloadDocument>
      Оплатить
    </PageLink>,
  )
  expect(html).toBe(
    '<a class="look" data-tone="quiet" aria-current="page" href="/pay?account=1">Оплатить</a>',
  )
})
