import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { FragmentCacheProvider, useCachedFragment } from '../../layouts/fragment-cache'
import { createFragmentCache } from './fragment-cache.server'

interface MenuProps {
  of: object | null
  current: string
  draw?: () => void
}

function Menu({ of, current, draw }: MenuProps) {
  const links = useCachedFragment(of, current, () => {
    draw?.()
    return ['/', '/tariffs'].map((to) => (
      <li key={to}>
        <a href={to} aria-current={to === current ? 'page' : undefined}>
          {to} &amp; {current}
        </a>
      </li>
    ))
  })
  return <ul className="menu" {...links} />
}

const withCache = (props: MenuProps) => {
  const cache = createFragmentCache()
  const page = (
    <FragmentCacheProvider value={cache}>
      <Menu {...props} />
      <p>Страница</p>
    </FragmentCacheProvider>
  )
  return cache.storeFrom(renderToString(page))
}

const without = (props: MenuProps) =>
  renderToString(
    <>
      <Menu {...props} />
      <p>Страница</p>
    </>,
  )

describe('a cached fragment', () => {
  it('has the HTML of an uncached one, and is rendered for the first page only', () => {
    const draw = vi.fn()
    const props = { of: {}, current: '/tariffs' }
    const pages = [1, 2, 3].map(() => withCache({ ...props, draw }))
    expect(new Set(pages)).toEqual(new Set([without(props)]))
    expect(draw).toHaveBeenCalledOnce()
  })

  it('is rendered again for another key or other data', () => {
    const of = {}
    for (const props of [
      { of, current: '/' },
      { of, current: '/tariffs' },
      { of, current: '/</ul>' },
      { of: {}, current: '/' },
    ])
      for (const page of [withCache(props), withCache(props)]) expect(page).toBe(without(props))
  })

  it('is not cached without an object', () => {
    const draw = vi.fn()
    for (const _ of [1, 2]) withCache({ of: null, current: '/', draw })
    expect(draw).toHaveBeenCalledTimes(2)
  })

  it('is dropped when an object has too many', () => {
    const of = {}
    const draw = vi.fn()
    withCache({ of, current: '/', draw })
    for (let n = 0; n < 1_000; n += 1) withCache({ of, current: `/${n}` })
    withCache({ of, current: '/', draw })
    expect(draw).toHaveBeenCalledTimes(2)
  })
})
