import type { Endpoint } from 'contract/endpoint'
import type { InProcessRequest } from './exchange'

type Asked = Pick<InProcessRequest, 'method' | 'path'>

/** Endpoints by method and path, for requests that come without Hono. */
export const createRouteTable = <Target>() => {
  const whole = new Map<string, Target>()
  const withId: { method: string; before: string; after: string; target: Target }[] = []

  return {
    add({ method, path }: Pick<Endpoint, 'method' | 'path'>, target: Target) {
      const [before = '', after] = path.split('{id}')
      if (after === undefined) whole.set(`${method} ${path}`, target)
      else withId.push({ method, before, after, target })
    },

    /** The endpoint and the decoded id of its path; the id is empty where the path has none. */
    find({ method, path }: Asked): { target: Target; id: string } | null {
      const [pathname = ''] = path.split('?', 1)
      const target = whole.get(`${method} ${pathname}`)
      if (target !== undefined) return { target, id: '' }
      for (const route of withId) {
        const id = route.method === method ? idIn(pathname, route) : ''
        if (id !== '') return { target: route.target, id }
      }
      return null
    },
  }
}

const idIn = (pathname: string, { before, after }: { before: string; after: string }) => {
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return ''
  const id = pathname.slice(before.length, pathname.length - after.length)
  return id.includes('/') ? '' : decoded(id)
}

const decoded = (id: string) => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
