import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { addDays, addMonths, DEFAULT_TIME_ZONE, today as dayOf } from 'format/dates'
import iconv from 'iconv-lite'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mailServer } from '../../api/support/mail-server'
import { databases, type FreshDatabase, freshDatabase } from '../../support/databases'
import { freePort } from '../../support/free-port'
import { isLongRun } from '../../support/long-run'
import { readPdf } from '../../support/read-pdf'
import { writeBillingTables } from '../support/billing-tables'
import { Browser } from '../support/browser'
import '../support/matchers'
import { scannedQr } from '../support/scanned-qr'
import { endedProcess, type ServerProcess, startServer } from '../support/server-process'

const flat = '77000017'
const email = 'maria@mail.example'
const password = 'сорок кошек на крыше'
const today = () => dayOf(DEFAULT_TIME_ZONE, new Date())

/** What a company changes in the shipped content: name, town, numbers and addresses. */
const ownWords: readonly [RegExp, string][] = [
  [/Тих(?:ий|ого|ому|им|ом) берег/g, 'Ваш двор'],
  [/Тихобережск/g, 'Светлогорск'],
  [/5099003455/g, '7707083893'],
  [/1195099000348/g, '1027700132195'],
  [/509901001/g, '770701001'],
  [/140999/g, '123456'],
  [/(\+7\s?(?:800|495)\s?)000/g, '$1555'],
  [/portal\.example/g, 'dvor.ru'],
]

const fillIn = (content: string) => {
  for (const name of readdirSync(content, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:html|md|json|yaml)$/.test(name)) continue
    const file = join(content, name)
    const filled = ownWords.reduce(
      (text, [sample, own]) => text.replace(sample, own),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, filled)
  }
}

type Admin = (...words: string[]) => Promise<string>

/** The way of «One box in an hour» in docs/operating.md, by the built programs and with the settings of docs/deploy. */
describe.for(isLongRun ? databases : (['sqlite'] as const))('a company that goes live, on %s', (kind) => {
  const undo: (() => unknown)[] = []
  let server: ServerProcess | undefined
  let mail: Awaited<ReturnType<typeof mailServer>>
  let port: number
  let folder: string

  const newDatabase = async (): Promise<FreshDatabase> => {
    const fresh = await freshDatabase(kind)
    undo.push(() => fresh.drop())
    return fresh
  }

  beforeEach(async () => {
    mail = await mailServer({ AUTH: '235 ok' })
    undo.push(() => mail.stop())
    port = await freePort()
    const place = await freshDatabase('sqlite')
    undo.push(() => place.drop())
    folder = place.dataDir
    cpSync('content', join(folder, 'content'), { recursive: true })
    writeBillingTables(join(folder, 'tables'), today())
    mkdirSync(join(folder, 'backups'))
  })
  afterEach(async () => {
    await server?.stop()
    server = undefined
    for (const step of undo.splice(0).reverse()) await step()
  })

  const settingsOn = ({ dataDir, databaseUrl }: FreshDatabase): Record<string, string> => {
    const example = Object.entries(parseEnv(readFileSync('docs/deploy/portal.env', 'utf8')))
    return {
      ...Object.fromEntries(example.map(([name, value]) => [name, value ?? ''])),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      METRICS_PORT: 'off',
      DATA_DIR: dataDir,
      CONTENT_DIR: join(folder, 'content'),
      SMTP_URL: mail.url.replace('//', '//portal:password@'),
      SESSION_SECRET: 's'.repeat(64),
      SECOND_STEP_KEY: 'k'.repeat(64),
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
  }

  const operatorOf =
    (settings: Record<string, string>) =>
    async (...words: string[]) => {
      const { code, stdout, stderr } = await endedProcess('admin.js', settings, words)
      expect({ code, words, stderr }).toMatchObject({ code: 0 })
      return stdout
    }

  const linkOfLetter = () =>
    vi.waitFor(
      async () => {
        const { text = '' } = await PostalMime.parse(mail.delivered.at(-1)?.data ?? '')
        const link = /https?:\/\/\S+code=\S+/.exec(text)?.[0]
        if (link === undefined) throw new Error('there is no letter with a link')
        return link.slice(new URL(link).origin.length)
      },
      { timeout: 15_000, interval: 50 },
    )

  const signedUp = async (visitor: Browser) => {
    const registered = await visitor.press(await visitor.get('/registration'), 'Зарегистрироваться', {
      name: 'Мария',
      email,
      password,
      password_confirmation: password,
      consent: true,
    })
    expect(registered).toHaveRedirect('/registration?sent')
    await visitor.press(await visitor.get(await linkOfLetter()), 'Подтвердить адрес')
    const login = await visitor.press(await visitor.get('/login'), 'Войти', { email, password })
    expect(login).toHaveRedirect('/personal')
  }

  const addsAccount = async (visitor: Browser, proof: string) => {
    const asked = await visitor.press(await visitor.get('/personal/add-account'), 'Добавить', {
      account: flat,
    })
    const added = await visitor.press(asked, 'Добавить', { proof })
    expect(added).toHaveRedirect('/personal')
    await visitor.follow(added)
  }

  const tableAt = (name: string) => join(folder, 'tables', name)

  const importsTable = (admin: Admin, name: string) =>
    admin('import', name, `${tableAt(name)}.csv`, '--map', `${tableAt(name)}.yaml`, '--apply')

  const importsTables = async (admin: Admin) => {
    const reports: string[] = []
    for (const table of ['accounts', 'balances', 'invoices']) reports.push(await importsTable(admin, table))
    return reports
  }

  /** Somebody who has signed up and has added the flat. */
  const newCustomer = async (admin: Admin) => {
    const codes = await admin('issue-access-codes', '--missing')
    const portal = `http://127.0.0.1:${port}`
    const visitor = new Browser(new URL(portal), portal)
    visitor.address = '203.0.113.7'
    await signedUp(visitor)
    await addsAccount(visitor, new RegExp(`^${flat};(\\d{8})$`, 'm').exec(codes)?.[1] ?? '')
    return visitor
  }

  const paysInTestBank = async (visitor: Browser) => {
    const bank = await visitor.follow(await visitor.press(await visitor.get('/personal/pay'), 'Оплатить'))
    const [button = ''] = bank.buttons.filter((words) => words.startsWith('Оплатить 1 750,40'))
    const paid = await visitor.press(bank, button, {
      number: '5555555555554444',
      expires: '12/39',
      csc: '123',
    })
    await visitor.follow(paid)
  }

  const paidBy = async (visitor: Browser) => (await visitor.get('/personal/history?status=succeeded')).main

  /** Writes other words into a table in windows-1251, or into its columns. */
  const changeTable = (name: string, changes: Readonly<Record<string, string>>) => {
    const file = tableAt(name)
    const encoding = name.endsWith('.csv') ? 'win1251' : 'utf8'
    const text = iconv.decode(readFileSync(file), encoding)
    const changed = Object.entries(changes).reduce((words, [from, to]) => words.replaceAll(from, to), text)
    writeFileSync(file, iconv.encode(changed, encoding))
  }

  const invoiceSeenBy = async (visitor: Browser, period: string) => {
    const search = new URLSearchParams({ account: flat, period })
    const page = await visitor.get(`/personal/invoice?${search}`)
    const pdf = await readPdf((await visitor.get(`/personal/invoice.pdf?${search}`)).body)
    return { page: page.main, pdf: pdf.text, code: scannedQr(page) }
  }

  test('goes from its tables over the first payment to the registers and a restored backup', {
    timeout: 180_000,
  }, async () => {
    const settings = settingsOn(await newDatabase())
    const admin = operatorOf(settings)
    const untouched = await endedProcess('admin.js', settings, ['check-content'])
    expect(untouched).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^consent\.html:\d+: speaks of/m),
    })
    fillIn(join(folder, 'content'))
    expect(await admin('check-content')).toContain('nothing is wrong')
    server = await startServer('server.js', settings)
    const examined = await admin('doctor')
    expect(examined).toMatch(/^ok +mail /m)
    expect(examined).toMatch(/^ok +content /m)
    expect(examined).toMatch(/^warning +gateway +payments go to sandbox/m)

    for (const written of await importsTables(admin))
      expect(written).toMatch(/windows-1251, разделитель «;».*новых 2, .*\nЗаписано\n/s)
    expect(await admin('rebuild-balances')).toContain('2 accounts, 0 differences')
    const visitor = await newCustomer(admin)
    const invoice = await visitor.get('/personal/invoice')
    expect(invoice.main).toMatch(/Содержание жилья.*1 750,40 ₽/s)
    expect(invoice.words).toContain('Ваш двор')
    const paidOn = today()
    await paysInTestBank(visitor)
    await vi.waitFor(async () => expect(await paidBy(visitor)).toContain('1 750,40 ₽'), {
      timeout: 20_000,
      interval: 200,
    })

    expect(await endedProcess('admin.js', settings, ['payments-register', paidOn])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not complete yet.* Print it from 00:10 on/),
    })
    const dayBefore = addDays(paidOn, -2)
    expect(await admin('payments-register', dayBefore, '--columns', 'kind,account')).toBe(
      '\ufeffkind;account\r\n',
    )
    expect(await admin('payments-register', dayBefore, '--format', '1c')).toMatch(/^1CClientBankExchange\r\n/)
    expect(await admin('find', flat)).toMatch(/balance +0,00\s₽/)

    const backup = join(folder, 'backups', 'portal')
    await admin('backup', backup)
    expect(await server.stop()).toBe(0)

    const afterLoss = settingsOn(await newDatabase())
    const again = operatorOf(afterLoss)
    await again('restore', backup, '--why', 'the disk has failed')
    server = await startServer('server.js', afterLoss)
    expect(await paidBy(visitor)).toContain('1 750,40 ₽')
    expect(await again('rebuild-balances')).toContain('2 accounts, 0 differences')
    expect(await again('reconcile')).toContain('0 differences')
    await again('release-charges', '--why', 'agrees with the gateway')
    expect(await again('doctor')).toMatch(/^ok +migrations /m)
  })

  test('shows and prints an older invoice as it was issued, after its account has changed', {
    timeout: 120_000,
  }, async () => {
    const settings = settingsOn(await newDatabase())
    const admin = operatorOf(settings)
    fillIn(join(folder, 'content'))
    server = await startServer('server.js', settings)
    await importsTables(admin)
    const visitor = await newCustomer(admin)
    const period = addMonths(today().slice(0, 7), -1)
    const before = await invoiceSeenBy(visitor, period)
    expect(before.code).toContain('|Name=ООО «Ваш двор»|')
    expect(before.code).toContain('|PayeeINN=5099006417|')
    expect(before.code).toContain('кв. 17|')
    for (const words of [before.page, before.pdf]) {
      expect(words).toContain('ООО «Ваш двор»')
      expect(words).toMatch(/О…а\sМ\.\sП\./)
      expect(words).toMatch(/кв\.\s17(?!а)/)
    }

    changeTable('accounts.yaml', {
      'ООО «Ваш двор»': 'ООО «Новый двор»',
      '5099006417': '7707083893',
      yard: 'new-yard',
    })
    changeTable('accounts.csv', { 'Орлова Мария Павловна': 'Сомова Анна Ильинична', 'кв. 17': 'кв. 17а' })
    await importsTable(admin, 'accounts')
    expect((await visitor.get('/personal')).words).toMatch(/кв\.\s17а/)
    expect(await invoiceSeenBy(visitor, period)).toEqual(before)
  })
})
