import type { ServerBuild } from '@remix-run/node'
import type { EndpointName } from 'contract/endpoints'
import { describe, expect, test } from 'vitest'
import '../support/matchers'
import { baseData } from '../support/default-answers'
import { eachForm, eachScreen, screenOf, screens, visitorOf } from '../support/screens'
import { withBaseData } from '../support/with-base-data'

/** The build with the profile as a page of the feature `security`. */
const profileAsFeature = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [
      id,
      route?.path === 'personal/profile'
        ? {
            ...route,
            module: { ...route.module, handle: { access: 'user', secret: true, feature: 'security' } },
          }
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

describe('a page of either of two features', () => {
  const page = '/personal/reminders'

  test.each([
    [
      'reminders',
      'Напоминания о показаниях',
      'Письма о квитанциях',
      'invoice-letters',
      'changeInvoiceLetters',
    ],
    [
      'invoice-letters',
      'Письма о квитанциях',
      'Напоминания о показаниях',
      'reminder-letter',
      'changeReadingReminder',
    ],
  ] as const)('has with %s alone its own part alone', async (feature, has, lacks, intent, call) => {
    await withBaseData({ ...baseData, features: [feature] }, async (portal, upstream) => {
      const customer = await portal.customer()
      const { main } = await customer.get(page)
      expect(main).toContain(has)
      expect(main).not.toContain(lacks)
      expect(main.includes('Календарь')).toBe(feature === 'reminders')
      expect(main).not.toContain('Не удалось загрузить')
      expect(await customer.post(page, { intent, on: 'yes' })).toBeErrorScreen(404)
      expect(upstream.named(call)).toEqual([])
      const others: EndpointName[] =
        feature === 'reminders' ? ['invoiceLetters'] : ['readingReminder', 'calendarLink']
      for (const other of others) expect(upstream.named(other), other).toEqual([])
    })
  })

  test('is not found where base data name neither', async () => {
    await withBaseData({ ...baseData, features: ['readings'] }, async (portal) => {
      expect(await (await portal.customer()).get(page)).toBeErrorScreen(404)
    })
  })
})

/** Beginnings of the addresses of all features, and their calls. */
const featureAddresses = [
  '/personal/security',
  '/login/code',
  '/not-me/',
  '/personal/my-data',
  '/deletion-undo/',
  '/personal/invoice-explanation',
  '/personal/readings',
  '/personal/account-title',
  '/personal/access',
  '/access-invite/',
  '/personal/pay-several',
  '/personal/reminders',
  '/reminder-off/',
  '/invoice-letters-off/',
  '/calendar/',
]
const featureCalls: EndpointName[] = [
  'sessions',
  'endSession',
  'endOtherSessions',
  'notMe',
  'secondStep',
  'secondStepSetup',
  'secondStepConfirm',
  'secondStepOff',
  'loginSecondStep',
  'exportData',
  'deletion',
  'deletionUndo',
  'consents',
  'invoiceExplanation',
  'changeAccountTitle',
  'access',
  'inviteToAccount',
  'previewInvitation',
  'acceptInvitation',
  'declineInvitation',
  'confirmGrant',
  'endGrant',
  'meters',
  'sendReadings',
  'readingHistory',
  'readingReminder',
  'changeReadingReminder',
  'stopReadingReminder',
  'invoiceLetters',
  'changeInvoiceLetters',
  'stopInvoiceLetters',
  'calendarLink',
  'newCalendarLink',
  'deleteCalendarLink',
  'calendar',
  'basketPreview',
  'beginBasket',
  'basket',
]

describe('before an API whose base data name no feature', () => {
  test('no screen links to a page of one, and none of those pages and calls is there', async () => {
    await withBaseData({ ...baseData, features: undefined }, async (portal, upstream) => {
      const missing: string[] = []
      for (const [name, { path, access, h1 }] of eachScreen) {
        const visitor = await visitorOf({ access }, portal)
        const page = await visitor.get(path)
        if (featureAddresses.some((address) => path.startsWith(address))) {
          missing.push(name)
          expect(page, name).toBeErrorScreen(404)
        } else {
          expect({ name, status: page.status, h1: page.h1 }).toEqual({ name, status: 200, h1 })
        }
        for (const address of featureAddresses) expect(page.html, name).not.toContain(`href="${address}`)
      }
      const customer = await portal.customer()
      for (const file of ['/personal/my-data.json', '/calendar/kalendar-0123456789-abcdefghij.ics'])
        expect((await customer.get(file)).status, file).toBe(404)
      expect(missing).toEqual(
        expect.arrayContaining(['security', 'myData', 'loginCode', 'notMe', 'deletionUndo']),
      )
      expect(missing).toEqual(expect.arrayContaining(['invoiceExplanation', 'readings', 'access']))
      for (const call of featureCalls) expect(upstream.named(call), call).toEqual([])
    })
  })
})

describe('a form that scripts send to a page whose feature the API has lost', () => {
  const posted = [...eachForm.map(([, form]) => screenOf(form)), screens.readings, screens.paySeveral]
  const ofFeatures = posted.filter(({ path }) => featureAddresses.some((address) => path.startsWith(address)))

  test('is answered with 404 as an action is', async () => {
    await withBaseData({ ...baseData, features: [] }, async (portal, upstream) => {
      for (const screen of new Set(ofFeatures)) {
        const visitor = await visitorOf(screen, portal)
        const answer = await visitor.postData(screen.path, { intent: 'confirm' })
        expect(answer.status, screen.path).toBe(404)
        // The error alone: the answer of loaders has one for each route, which scripts can't read after a form.
        expect(answer.html, screen.path).toMatch(/^\[\{"_1":2\},"error",\["ErrorResponse",.*,404\b/)
        expect(answer.setCookies, screen.path).toEqual([])
      }
      expect(upstream.visitorCalls).toEqual([])
    })
  })
})
