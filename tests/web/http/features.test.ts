import type { ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { baseData } from '../support/default-answers'
import { withBaseData } from '../support/with-base-data'

/** The build with the profile as a page of the feature `security`. */
const profileAsFeature = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route?.path === 'personal/profile'
        ? { ...route, module: { ...route.module, handle: { access: 'user', feature: 'security' } } }
        : route,
    ]),
  ),
})

const options = { build: profileAsFeature }

describe('a page of a feature', () => {
  test('is shown when base data list its feature, also beside unknown ones', async () => {
    await withBaseData(
      { ...baseData, features: ['teleport', 'security'] },
      async (portal) => {
        expect((await (await portal.customer()).get('/personal/profile')).h1).toBe('Профиль')
      },
      options,
    )
  })

  test.each([
    ['list another one', { ...baseData, features: ['my-data'] }],
    ['list none', { ...baseData, features: [] }],
    ['have no list', { ...baseData, features: undefined }],
    ['have null', { ...baseData, features: null }],
    ['were never loaded', null],
  ])('is not found, by GET and POST, when base data %s', async (_, given) => {
    await withBaseData(
      given,
      async (portal, upstream) => {
        const customer = await portal.customer()
        expect(await customer.get('/personal/profile')).toBeErrorScreen(404)
        const posted = await customer.post('/personal/profile', { intent: 'profile', name: 'Анна' })
        expect(posted).toBeErrorScreen(404)
        expect(upstream.named('changeProfile')).toEqual([])
      },
      options,
    )
  })
})
