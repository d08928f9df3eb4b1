import type { Endpoint } from 'contract/endpoint'
import { TrieRouter } from 'hono/router/trie-router'
import { tryDecodeURIComponent } from 'hono/utils/url'
import type { InProcessRequest } from './exchange'

/** The path of an endpoint as Hono writes it. */
export const honoPath = ({ path }: Pick<Endpoint, 'path'>) => path.replace('{id}', ':id')

/** Endpoints by method and path, for requests that come without Hono. */
export const createRouteTable = <Target>() => {
  const router = new TrieRouter<Target>()
  return {
    add(endpoint: Pick<Endpoint, 'method' | 'path'>, target: Target) {
      router.add(endpoint.method, honoPath(endpoint), target)
    },

    /** The endpoint and the decoded id of its path; the id is empty if the path has none. */
    find({ method, path }: Pick<InProcessRequest, 'method' | 'path'>): { target: Target; id: string } | null {
      const [pathname = ''] = path.split('?', 1)
      const [[matches] = []] = router.match(method, pathname)
      if (!matches) return null
      const [target, { id = '' }] = matches
      return { target, id: tryDecodeURIComponent(String(id)) }
    },
  }
}
