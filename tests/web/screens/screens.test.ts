import { describe, expect, test } from 'vitest'
import { fakeUpstreamOfThisFile } from '../support/fake-upstream'
import '../support/matchers'
import { portalOfThisFile } from '../support/portal'
import { eachForm, eachScreen, screenOf, visitorOf } from '../support/screens'

const upstream = await fakeUpstreamOfThisFile()
const portal = await portalOfThisFile(upstream)

describe.each(eachScreen)('the screen %s', (_, screen) => {
  test('is complete, with one h1 and its title, and only has links that a visitor may open', async () => {
    const page = await (await visitorOf(screen, portal)).get(screen.path)
    expect(page.status).toBe(200)
    expect(page.h1).toBe(screen.h1)
    expect(page.title).toMatch(/^.+ — My New Project$/)
    expect(page.html).toMatch(/^<!DOCTYPE html><html lang="ru"/)
    expect(page.html).toContain('</html>')
    expect(page.html).not.toContain('\0')
    expect(page.links.length).toBeGreaterThan(0)
    for (const link of page.links) expect(link).toMatch(/^(\/(?!\/)|#|https:\/\/|tel:\+|mailto:)/)
  })

  test('makes its calls, each once', async () => {
    await (await visitorOf(screen, portal)).get(screen.path)
    const checks = screen.access === 'user' ? ['currentUser', 'defaultAccount'] : []
    const asked = upstream.visitorCalls.map(({ name }) => name)
    expect(asked.sort()).toEqual([...checks, ...screen.loads].sort())
  })

  test('is the same for HEAD, without a body', async () => {
    const visitor = await visitorOf(screen, portal)
    const page = await visitor.get(screen.path)
    const head = await visitor.ask(screen.path, { method: 'HEAD' })
    expect(head.status).toBe(page.status)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-type']).toBe(page.headers['content-type'])
  })
})

/** The result pages share titles, which depend on the payment. */
const OF_ANY_RESULT = /[/](pay-?failed|pay[/]failed|personal[/]pay-success|autopay-failed)\b/

test('no two screens have the same title', async () => {
  const titles = new Map<string, string[]>()
  // The company's page is on two addresses; the fake upstream has one page for all.
  const own = eachScreen.filter(([name, { path }]) => name !== 'content' && !OF_ANY_RESULT.test(path))
  for (const [, screen] of own) {
    const { title } = await (await visitorOf(screen, portal)).get(screen.path)
    titles.set(title, [...(titles.get(title) ?? []), screen.path])
  }
  expect([...titles].filter(([, paths]) => paths.length > 1)).toEqual([])
})

describe.each(eachForm)('the form %s', (_, form) => {
  const screen = screenOf(form)

  test('with valid values makes its one call, redirects and shows its message once', async () => {
    const visitor = await visitorOf(screen, portal)
    const page = await visitor.get(screen.path)
    upstream.calls.length = 0
    const answer = await visitor.press(page, form.button, form.typed)
    expect(answer).toHaveRedirect(form.leadsTo, 303)
    expect(upstream.named(form.call).map(({ body }) => body)).toEqual([form.body])

    const next = await visitor.follow(answer)
    if (form.says === null) expect(next.flashes).toEqual([])
    else expect(next).toShowFlash('success', form.says, { stays: form.stays === true })
    expect((await visitor.get('/about')).flashes).toEqual([])
  })

  test('works when scripts send it', async () => {
    const visitor = await visitorOf(screen, portal)
    const page = await visitor.get(screen.path)
    const { values } = page.formOf(form.button)
    for (const [name, value] of Object.entries(form.typed))
      values.set(name, value === true ? 'on' : String(value))
    upstream.calls.length = 0
    const answer = await visitor.postData(screen.path, Object.fromEntries(values))
    expect(answer.status).toBe(202)
    expect(answer.html).toContain(JSON.stringify(form.leadsTo))
    expect(upstream.named(form.call).map(({ body }) => body)).toEqual([form.body])
  })
})
