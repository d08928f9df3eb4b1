import { readdirSync, readFileSync } from 'node:fs'
import { parseCompany } from 'api/content/company-file'
import { withValues } from 'api/content/content-folder'
import { parseHtmlPage, parseMarkdownPage } from 'api/content/markdown-page'
import { baseData, type WorkingHours } from 'contract/base-data'
import { formatAmount } from 'format/money'
import { parsePhone } from 'format/phone'
import { isInn, isOgrn } from 'format/requisites'
import { openingState } from 'format/working-hours'
import { describe, expect, it } from 'vitest'
import { demoServices, tariffIn } from './demo-tariffs'

const folder = new URL('../../content/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^A-Z]+\.(?:html|md)$/.test(file),
)
const pathOf = (file: string) =>
  file === 'index.html' ? '/' : `/${file.replaceAll('\\', '/').replace(/\.\w+$/, '')}`
const { name, values } = parseCompany(read('company.yaml'))
const pageOf = (file: string) => {
  const text = read(file)
  return withValues(file.endsWith('.md') ? parseMarkdownPage(text) : parseHtmlPage(text), values, text)
}
const paths = new Set(files.map(pathOf))
const portalPages = [
  '/login',
  '/registration',
  '/forgot-password',
  '/pay',
  '/accessible-version',
  '/personal',
  '/personal/autopayments',
  '/personal/my-data',
  '/personal/readings',
  '/personal/reminders',
  '/personal/security',
  '/personal/add-account',
  '/personal/profile',
]

/** What the portal sets, by name, with what its policy says of each: what for, and for how long. */
const cookies = [
  ['session', 'вы вошли', 'До выхода, самое большее 90 дней'],
  ['second-step', 'вводите код для входа', '10 минут'],
  ['registration', 'в этом браузере регистрировались', '24 часа'],
  ['flashMessage', 'сообщение после действия', 'До показа'],
  ['device', 'знакомое устройство', 'Год'],
  ['accessibleVersion', 'вид сайта', 'Год'],
  ['cookieChoice', 'вопрос о файлах cookie', 'Год'],
] as const

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

const site: unknown = JSON.parse(read('site.json'))
const redirects: unknown = JSON.parse(read('redirects.json'))
const company = baseData.parse(site)

/** Where a link on the site may lead: a page that there is, or outside it. */
const leadsSomewhere = (url: string) =>
  /^(?:https:|mailto:|tel:)/.test(url) || paths.has(url) || portalPages.includes(url)

describe.each(files)('%s', (file) => {
  const { body, ...header } = pageOf(file)

  it('has a title, a description and a day', () => {
    expect(header).toEqual({
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\S/),
      updatedAt: expect.stringMatching(/^\d/),
    })
  })

  it('leads only to pages that exist', () => {
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url)
    expect(links.filter((url) => !leadsSomewhere(url))).toEqual([])
  })

  it('consists of what the portal lets through, without an h1 of its own', () => {
    const tags = new Set([...body.matchAll(/<([a-z][a-z\d]*)/g)].map(([, tag = '']) => tag))
    const kept = 'h2 h3 p ul ol li dl dt dd table caption thead tbody tr th td a strong'.split(' ')
    expect([...tags].filter((tag) => !kept.includes(tag))).toEqual([])
    expect(body).not.toMatch(/ (?:class|style|id|on\w+)=/)
  })

  it('names every table, its columns and its rows', () => {
    for (const [table] of body.matchAll(/<table>[\s\S]*?<\/table>/g)) {
      expect(table).toMatch(/<caption>[^<]+<\/caption>/)
      expect(table).not.toMatch(/<th>/)
    }
  })
})

describe('the company', () => {
  it('has the name that its bills have', () => {
    expect(name).toBe('Тихий берег')
  })

  it('has menus that lead only to pages that exist', () => {
    const urls = [
      ...company.topMenu.flatMap((item) => [item, ...(item.children ?? [])]),
      ...company.footerMenu.flatMap(({ items }) => items),
    ].map(({ url }) => url)
    expect(urls.filter((url) => !leadsSomewhere(url))).toEqual([])
  })

  it('has phones that can be dialled', () => {
    const numbers = [
      ...company.contacts.phones.map(({ number }) => number),
      ...(company.contacts.locations ?? []).map(({ phone }) => phone ?? ''),
    ]
    expect(numbers.map(parsePhone)).toEqual(numbers)
  })

  it('has three offices with opening hours that the portal understands, days off among them', () => {
    const isWritten = (hours: unknown): hours is WorkingHours[] => Array.isArray(hours)
    const offices = (company.contacts.locations ?? [])
      .map(({ workingHours }) => workingHours)
      .filter(isWritten)
    expect(offices).toHaveLength(3)
    for (const hours of [company.workingHours, ...offices]) {
      expect(openingState(hours, new Date(), 'Europe/Moscow')).not.toBeNull()
      expect(hours.some((line) => line.hours === 'выходной')).toBe(true)
    }
  })

  it('has tax numbers that hold', () => {
    const { inn = 'no number', ogrn = 'no number' } = values
    expect(isInn(inn)).toBe(true)
    expect(isOgrn(ogrn)).toBe(true)
    for (const file of ['about.html', 'consent.html', 'privacy.html', 'offer.html']) {
      expect(pageOf(file).body).toContain(inn)
      expect(pageOf(file).body).toContain(ogrn)
    }
  })

  it('charges the tariffs that it publishes', () => {
    const page = read('tariffs.html')
    for (const service of Object.values(demoServices)) {
      const row = page.split('\n').find((line) => plain(line).includes(`>${service.name}<`))
      const now = `<td>${formatAmount(tariffIn('2026-07', service))}</td>`
      const before = `<td>${formatAmount(tariffIn('2026-06', service))}</td>`
      expect(row, service.name).toContain(service.regulated ? `${now}${before}</tr>` : now)
    }
  })

  it('tells how to get new recovery codes by what the portal has: turning the second step off and on', () => {
    const help = plain(pageOf('help/sign-in.md').body)
    expect(help).toContain('Чтобы получить новые, выключите второй шаг и включите его снова.')
    expect(help).not.toMatch(/выпустите новые/)
  })

  it('names the version of the consent by its day', () => {
    const consent = read('consent.html')
    const [, day = ''] = /updatedAt: (\S+)/.exec(consent) ?? []
    expect(consent).toContain(`Версия ${day}`)
  })

  it('promises no destruction of data before the 30 days in which a deletion can be undone are over', () => {
    for (const file of ['consent.html', 'privacy.html']) {
      const body = plain(pageOf(file).body)
      expect(body, file).toMatch(/Ещё 30 дней удаление можно отменить, потом .*(уничтожены|сотрём)/)
      expect(body, file).not.toMatch(/в течение 30 дней/)
    }
  })

  it('names every cookie in its policy, that of a login’s second step, too', () => {
    const rows = pageOf('privacy.html')
      .body.split('\n')
      .filter((line) => line.includes('<th scope="row">'))
      .map(plain)
    expect(rows).toHaveLength(cookies.length)
    for (const [cookie, what, lives] of cookies) {
      const row = rows.find((one) => one.includes(what))
      expect(row, cookie).toContain(`<td>${lives}`)
    }
  })

  it('has redirects to pages that exist, none in the place of a page', () => {
    const statuses = [301, 302, 307, 308]
    for (const [path, to] of Object.entries(redirects ?? {})) {
      expect(paths.has(path)).toBe(false)
      expect(leadsSomewhere(to.url), path).toBe(true)
      expect(statuses).toContain(to.status)
    }
  })
})
