import { letterFacts } from 'api/mail/letter-facts'
import { describe, expect, it } from 'vitest'
import { openForEachTest, openForTests } from '../../support/open-for-tests'
import { type ContentWorld, openContentWorld } from '../support/content-world'
import { openMigratedDatabase } from '../support/migrated-database'

const company = `name: Водоканал «Исток»
short_name: Исток
accent: "#7A1F5C"
requisites:
  legal_name: МУП «Исток» & Ко
  inn: "5099003455"
  kpp: "509901001"
  ogrn: "1195099000348"
  address: г. Тихобережск
  bank: ПАО Сбербанк
  bic: "044525225"
  correspondent_account: "30101810400000000225"
  settlement_account: "SETTLEMENT"
letters:
  greeting: Добрый день!
  signature: |
    Ваш {{short_name}}
    {{legal_name}}, ИНН {{inn}}
  footer: Отвечать не нужно.
  texts:
    refund:
      subject: "{{short_name}}: вернули {{refunded}}"
    payment-receipt:
      intro: Получили {{amount}} по счёту {{account}}, {{ paid_at }}.
`.replace('SETTLEMENT', settlementAt('044525225'))

/** An account with the right check digit for this bank. */
function settlementAt(bic: string): string {
  const key = (account: string) =>
    [...(bic.slice(-3) + account)].reduce(
      (sum, digit, index) => sum + Number(digit) * ([7, 1, 3][index % 3] ?? 0),
      0,
    ) % 10
  const free = '40702810038000000001'
  return (
    Array.from({ length: 10 }, (_, digit) => free.slice(0, 8) + digit + free.slice(9)).find(
      (account) => key(account) === 0,
    ) ?? free
  )
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="${colour}"/><script>alert(1)</script></svg>`

describe('the description of the company', () => {
  const database = openForTests(() => openMigratedDatabase('sqlite'))
  const world = openForEachTest(() => openContentWorld(database.database))

  it('may be missing: letters then have the title of the site', async () => {
    const { baseData, letterCompany, problems } = world.open()
    expect((await baseData()).company).toBeUndefined()
    expect(letterCompany()).toMatchObject({ name: 'Портал', signature: ['Портал'], accent: '#0a5557' })
    expect(problems()).toEqual([])
  })

  it('gives the header its name and colour, and letters their look and words', async () => {
    await world.write('company.yaml', company)
    const { baseData, letterCompany, problems } = world.open()
    expect(problems()).toEqual([])
    expect((await baseData()).company).toEqual({ name: 'Водоканал «Исток»', logo: null, accent: '#7a1f5c' })
    expect(letterCompany()).toEqual({
      name: 'Водоканал «Исток»',
      shortName: 'Исток',
      accent: '#7a1f5c',
      greeting: 'Добрый день!',
      signature: ['Ваш Исток', 'МУП «Исток» & Ко, ИНН 5099003455'],
      footer: 'Отвечать не нужно.',
      texts: {
        refund: { subject: 'Исток: вернули {{refunded}}' },
        'payment-receipt': { intro: 'Получили {{amount}} по счёту {{account}}, {{ paid_at }}.' },
      },
    })
  })

  it('gives pages its values, and pages follow when it changes', async () => {
    await world.write('company.yaml', company)
    await world.write(
      'about.html',
      '<!-- title: О «{{short_name}}» -->\n<p>{{legal_name}}, ИНН {{ inn }}</p>',
    )
    await world.write('bank.md', '---\ntitle: Банк\n---\n\nБИК **{{bic}}**, {{legal_name}}\n')
    const { page, problems } = world.open()
    expect(await page('/about')).toMatchObject({
      title: 'О «Исток»',
      body: '<p>МУП «Исток» &amp; Ко, ИНН 5099003455</p>',
    })
    expect(await page('/bank')).toMatchObject({
      body: '<p>БИК <strong>044525225</strong>, МУП «Исток» &amp; Ко</p>',
    })
    await world.write('company.yaml', company.replace('МУП «Исток» & Ко', 'АО «Исток»'))
    world.later()
    expect(await page('/bank')).toMatchObject({ body: expect.stringContaining('АО «Исток»') })
    await world.write('company.yaml', 'name: Исток\n')
    world.later()
    expect(await page('/bank')).toMatchObject({ body: expect.stringContaining('АО «Исток»') })
    expect(problems()).toEqual([
      'about.html:2: company.yaml has no legal_name for {{legal_name}}',
      'about.html:2: company.yaml has no inn for {{inn}}',
      'bank.md:5: company.yaml has no bic for {{bic}}',
      'bank.md:5: company.yaml has no legal_name for {{legal_name}}',
    ])
  })

  it.each([
    ['is not YAML', 'name: Исток\n\tlogo: a.svg', /^company\.yaml:2: /],
    ['is empty', '', /^company\.yaml:1: name: /],
    ['has a key that is none', 'name: Исток\ncolour: red', /^company\.yaml:2: colour: there is no such key$/],
    [
      'has a pale colour',
      'name: Исток\n\naccent: "#ffd400"',
      /^company\.yaml:3: accent: .*hard to read.*fits is "#7a6600"$/,
    ],
    [
      'has a colour without quotes',
      'name: Исток\naccent: #0b5a5a',
      /^company\.yaml:2: accent: must be a colour in quotes/,
    ],
    ['has a logo elsewhere', 'name: Исток\nlogo: ../logo.svg', /^company\.yaml:2: logo: must be the name of/],
    [
      'has a logo without TLS',
      'name: Исток\nlogo: http://a.example/l.svg',
      /^company\.yaml:2: logo: must be/,
    ],
    [
      'has a wrong INN',
      company.replace('5099003455', '5099003456'),
      /^company\.yaml:6: requisites\.inn: .*check digit/,
    ],
    ['has a wrong KPP', company.replace('509901001', '5099'), /^company\.yaml:7: requisites\.kpp: /],
    [
      'has a wrong OGRN',
      company.replace('1195099000348', '1195099000349'),
      /^company\.yaml:8: requisites\.ogrn: /,
    ],
    ['has a wrong BIC', company.replace('"044525225"', '"44525225"'), /^company\.yaml:11: requisites\.bic: /],
    [
      'has an account of another bank',
      company.replace('30101810400000000225', '30101810400000000226'),
      /^company\.yaml:12: requisites\.correspondent_account: .*check digit/,
    ],
    [
      'has an account with a wrong digit',
      company.replace(/"4070(\d+)"/, (_, rest: string) => `"4071${rest}"`),
      /^company\.yaml:13: requisites\.settlement_account: .*check digit/,
    ],
    [
      'has an account without its bank',
      company.replace(/ {2}bank: .*\n/, ''),
      /^company\.yaml:4: requisites\.bank: is needed/,
    ],
    [
      'words a letter that is none',
      company.replace('refund:', 'refunds:'),
      /^company\.yaml:21: letters\.texts\.refunds: there is no such letter, only .*refund, /,
    ],
    [
      'names a fact that the letter does not tell',
      company.replace('{{refunded}}', '{{card}}'),
      /^company\.yaml:22: letters\.texts\.refund\.subject: there is no \{\{card\}\} here, only account, refunded, /,
    ],
    [
      'leaves out of a letter what it is sent for',
      company.replace('{{amount}}', 'деньги'),
      /^company\.yaml:24: letters\.texts\.payment-receipt\.intro: must tell .*: \{\{amount\}\}$/,
    ],
    [
      'signs by what it is not',
      company.replace('{{legal_name}},', '{{boss}},'),
      /^company\.yaml:16: letters\.signature: there is no \{\{boss\}\} here/,
    ],
    [
      'has a subject of two lines',
      company.replace('"{{short_name}}: вернули', '"{{short_name}}:\\n'),
      /^company\.yaml:22: .*subject: must be one line/,
    ],
  ])('that %s is not taken, and the last valid one stays', async (_, text, problem) => {
    await world.write('company.yaml', company)
    const { baseData, problems } = world.open()
    await world.write('company.yaml', text)
    for (let times = 0; times < 3; times += 1) {
      world.later()
      expect((await baseData()).company).toMatchObject({ name: 'Водоканал «Исток»', accent: '#7a1f5c' })
    }
    expect(problems()).toEqual([expect.stringMatching(problem)])
    expect(world.loggedErrors).toEqual(problems())
    const again = world.open()
    expect((await again.baseData()).company).toBeUndefined()
    await world.write('company.yaml', company)
    world.later()
    expect((await again.baseData()).company).toMatchObject({ name: 'Водоканал «Исток»' })
    expect(problems()).toEqual([])
  })

  it('may word every letter', async () => {
    const texts = Object.entries(letterFacts).map(
      ([kind, facts]) => `    ${kind}:\n      intro: Вот ${facts.map((fact) => `{{${fact}}}`).join(', ')}\n`,
    )
    await world.write('company.yaml', `name: Исток\nletters:\n  texts:\n${texts.join('')}`)
    const { letterCompany, problems } = world.open()
    expect(problems()).toEqual([])
    expect(Object.keys(letterCompany().texts)).toEqual(Object.keys(letterFacts))
  })

  describe('with a logo', () => {
    const logoOf = async ({ baseData }: ReturnType<ContentWorld['open']>) =>
      (await baseData()).company?.logo ?? ''

    it('serves it so that nothing in it can run', async () => {
      await world.write('company.yaml', 'name: Исток\nlogo: logo.svg\n')
      await world.write('logo.svg', svg('red'))
      const api = world.open()
      const logo = await logoOf(api)
      expect(logo).toMatch(/^\/company-files\/logo-[0-9a-f]{16}\.svg$/)
      const response = await api.get(logo)
      expect(await response.text()).toBe(svg('red'))
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toMatch(/; sandbox$/)
      expect((await api.get('/company-files/company.yaml')).status).toBe(404)
      expect((await api.get('/company-files/..%2Fcompany.yaml')).status).toBe(404)
    })

    it('gives a replaced one an address of its own, and still has the one that open pages show', async () => {
      await world.write('company.yaml', 'name: Исток\nlogo: logo.svg\n')
      await world.write('logo.svg', svg('red'))
      const api = world.open()
      const before = await logoOf(api)
      await world.write('logo.svg', svg('green'))
      world.later()
      const after = await logoOf(api)
      expect(after).not.toBe(before)
      expect(await (await api.get(after)).text()).toBe(svg('green'))
      expect(await (await api.get(before)).text()).toBe(svg('red'))
      await world.write('logo.png', png)
      await world.write('company.yaml', 'name: Исток\nlogo: logo.png\n')
      world.later()
      const other = await logoOf(api)
      expect((await api.get(other)).headers.get('content-type')).toBe('image/png')
    })

    it.each([
      ['is missing', null, 'logo.png: there is no such file'],
      [
        'is another kind of file',
        Buffer.from('<html>'),
        'logo.png: is not the kind of picture that its name says',
      ],
      [
        'is large',
        Buffer.concat([png, Buffer.alloc(300_000)]),
        'logo.png: is larger than 200 KB, and every page loads it',
      ],
    ])('that %s has its name and no picture, then the last valid one', async (_, bytes, problem) => {
      await world.write('company.yaml', 'name: Исток\nlogo: logo.png\n')
      if (bytes) await world.write('logo.png', bytes)
      const api = world.open()
      expect((await api.baseData()).company).toEqual({ name: 'Исток', logo: null, accent: null })
      expect(api.problems()).toEqual([problem])
      await world.write('logo.png', png)
      world.later()
      const valid = await logoOf(api)
      expect(valid).toMatch(/\.png$/)
      if (bytes) await world.write('logo.png', bytes)
      else await world.remove('logo.png')
      world.later()
      expect(await logoOf(api)).toBe(valid)
      expect(api.problems()).toEqual([problem])
    })

    it('gets its full address for a portal elsewhere, and keeps an address on another site', async () => {
      await world.write('company.yaml', 'name: Исток\nlogo: logo.png\n')
      await world.write('logo.png', png)
      expect(await logoOf(world.open(undefined, 'https://api.example/base'))).toMatch(
        /^https:\/\/api\.example\/base\/company-files\/logo-/,
      )
      await world.write('company.yaml', 'name: Исток\nlogo: https://static.example/l.svg\n')
      world.later()
      expect(await logoOf(world.open())).toBe('https://static.example/l.svg')
    })
  })
})
