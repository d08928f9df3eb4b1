import { readFileSync } from 'node:fs'
import { UsageError } from 'cli/command'
import { toKopecks } from 'contract/money'
import { HOUR } from 'format/durations'
import iconv from 'iconv-lite'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { type Browser, signedIn } from '../support/api-world'
import { bankPageOfBasket, basketOf, payBasket } from '../support/basket-world'
import { examples, openImportWorld, viewOf } from '../support/import-world'
import { operatorOf } from '../support/operator'
import { atBank, bankPageOf, payAsCustomer, payAsGuest, paymentOf } from '../support/payments-world'

const flat = '200100017'
const neighbour = '200100018'
const day = '2026-10-06'

describeOnEachDatabase('the register of payments', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  let browser: Browser
  let first: string
  let second: string

  beforeAll(async () => {
    for (const name of ['accounts', 'balances', 'payments', 'invoices'] as const)
      await world.example(name, '--apply')
    browser = await signedIn(world, 'maria@mail.example')
    await viewOf(browser).add(flat, '48271935')

    const own = paymentOf(await payAsCustomer(browser, flat, { amount: 196_780 }))
    await atBank(world.api).pay(bankPageOf(own))
    world.pass(3000)
    await browser.get(`/api/v1/personal/pay/${own.id}`)
    first = own.id
    // It is after midnight in Moscow, and not yet in UTC.
    world.pass(12.5 * HOUR)
    const guest = world.browser()
    const others = paymentOf(await payAsGuest(guest, neighbour, { amount: 100_00 }))
    await atBank(world.api).pay(bankPageOf(others))
    world.pass(3000)
    await guest.get(`/api/v1/pay/${others.id}`)
    second = others.id
    // Nobody pays it.
    await payAsGuest(guest, neighbour, { amount: 55_00 })
    await world.wired.refunds.request({ paymentId: first, amount: toKopecks(1_00) })
    world.pass(3000)
  })

  const register = (...options: string[]) => operatorOf(world)('payments-register', ...options)
  const csv = async (...options: string[]) =>
    iconv
      .decode(Buffer.from(await register(...options)), 'utf-8')
      .trimEnd()
      .split('\r\n')

  it('has what was paid on a day in the time zone, and not what came from the books', async () => {
    expect(await csv(day, '--columns', 'day,kind,account,amount,payment,payee_inn')).toEqual([
      'day;kind;account;amount;payment;payee_inn',
      `06.10.2026;payment;${flat};1967,80;${first};5099006417`,
    ])
    expect(await csv('2026-10-03')).toHaveLength(1)
  })

  it('is not printed before ten minutes have passed since its last day: a payment may still come into it', async () => {
    world.pass(23.5 * HOUR)
    for (const options of [['2026-10-07'], [day, '--to', '2026-10-07'], ['2026-10-07', '--format', '1c']])
      await expect(register(...options)).rejects.toThrow(
        'The register of 2026-10-07 is not complete yet: a payment may still come into it. Print it from 00:10 on 08.10.2026 on (Europe/Moscow)',
      )
    world.pass(10 * 60_000)
    expect(await csv('2026-10-07')).toHaveLength(3)
  })

  it('has refunds as lines below zero, on the day when they were made', async () => {
    expect(
      await csv('2026-10-07', '--columns', 'kind=Вид,account=Лицевой счёт,amount=Сумма,payment'),
    ).toEqual([
      'Вид;Лицевой счёт;Сумма;payment',
      `payment;${neighbour};100,00;${second}`,
      `refund;${flat};-1,00;${first}`,
    ])
    expect(await csv(day, '--to', '2026-10-07')).toHaveLength(4)
  })

  it('has a payment whose success became known later on that day, and no payment on two days', async () => {
    const guest = world.browser()
    const late = paymentOf(await payAsGuest(guest, neighbour, { amount: 77_00 }))
    await atBank(world.api).pay(bankPageOf(late))
    // No webhook arrives, and the register of the day is printed without it.
    const columns = ['--columns', 'day,recorded,amount,payment']
    world.pass(48 * HOUR)
    expect((await csv('2026-10-08', ...columns)).join()).not.toContain(late.id)
    await guest.get(`/api/v1/pay/${late.id}`)
    world.pass(24 * HOUR)
    expect(await csv('2026-10-10', ...columns)).toEqual([
      'day;recorded;amount;payment',
      `08.10.2026;10.10.2026;77,00;${late.id}`,
    ])
    expect((await csv('2026-10-08', ...columns)).join()).not.toContain(late.id)
    const lines = iconv.decode(Buffer.from(await register('2026-10-10', '--format', '1c')), 'windows-1251')
    expect(lines).toContain('Дата=08.10.2026\r\n')
    expect(lines).toContain('ДатаПоступило=10.10.2026\r\n')
  })

  it('gives the parts of a basket the id of their one charge at the gateway', async () => {
    await viewOf(browser).add(neighbour, '90364418')
    const basket = basketOf(
      await payBasket(browser, [
        { account: flat, amount: 30_00 },
        { account: neighbour, amount: 20_00 },
      ]),
    )
    await atBank(world.api).pay(bankPageOfBasket(basket))
    world.pass(3000)
    await browser.get(`/api/v1/personal/basket/${basket.id}`)
    world.pass(24 * HOUR)
    const [, ...lines] = await csv('2026-10-07', '--to', '2026-10-11', '--columns', 'amount,gateway_id')
    const parts = lines.filter((line) => /^[23]0,00;/.test(line))
    const ids = parts.map((line) => line.split(';')[1])
    expect(parts).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).not.toBe('')
  })

  it('can be in windows-1251', async () => {
    const bytes = Buffer.from(
      await register(day, '--columns', 'account=Счёт,address', '--encoding', 'windows-1251'),
    )
    expect(iconv.decode(bytes, 'windows-1251')).toBe(
      `Счёт;address\r\n${flat};г. Липовск, ул. Садовая, д. 3, кв. 17\r\n`,
    )
  })

  it('opens in a Russian Excel, which knows UTF-8 by the mark at its beginning', async () => {
    const bytes = Buffer.from(await register(day))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  })

  const warningsOf = async (run: () => Promise<unknown>) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await run()
    const lines = written.mock.calls.map(([text]) => String(text))
    written.mockRestore()
    return lines.filter((text) => text.startsWith('Letters'))
  }

  it('says on stderr in which lines and columns the encoding lacks letters', async () => {
    const { db } = world.database
    const address = (text: string) =>
      db.updateTable('register_accounts').set({ address: text }).where('account', '=', flat).execute()
    await address('ул. Ғабита, д. 3')
    const columns = ['--columns', 'account,address=Адрес']
    const warnings = await warningsOf(() => register(day, ...columns, '--encoding', 'windows-1251'))
    expect(warnings).toEqual([
      'Letters that windows-1251 does not have are "?" in 1 cell(s):\nline 2, Адрес: ул. Ғабита, д. 3\n',
    ])
    expect(await warningsOf(() => register(day, ...columns))).toEqual([])
    await address('г. Липовск, ул. Садовая, д. 3, кв. 17')
  })

  it('can be read by 1C', async () => {
    const bytes = Buffer.from(await register(day, '--to', '2026-10-07', '--format', '1c'))
    const text = iconv.decode(bytes, 'windows-1251')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = text.split('\r\n')
    expect(lines.slice(0, 3)).toEqual(['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows'])
    expect(lines).toContain('Отправитель=Тихий берег')
    expect(lines.slice(6, 11)).toEqual([
      expect.stringMatching(/^ВремяСоздания=\d\d:\d\d:00$/),
      'ДатаНачала=06.10.2026',
      'ДатаКонца=07.10.2026',
      'РасчСчет=40703810320000005317',
      'Документ=Платежное поручение',
    ])
    expect(lines.filter((line) => line === 'СекцияДокумент=Платежное поручение')).toHaveLength(2)
    expect(lines.filter((line) => line === 'КонецДокумента')).toHaveLength(2)
    expect(lines.filter((line) => line.startsWith('Сумма='))).toEqual(['Сумма=1967.80', 'Сумма=100.00'])
    expect(lines.filter((line) => line.startsWith('ДатаПоступило='))).toEqual([
      'ДатаПоступило=06.10.2026',
      'ДатаПоступило=07.10.2026',
    ])
    expect(lines).toContain('ПолучательКорсчет=30101810800000000871')
    expect(lines).toContain(
      `НазначениеПлатежа=Оплата по лицевому счёту ${flat}, принята 06.10.2026 на сайте. Платёж ${first}`,
    )
    expect(lines.slice(-2)).toEqual(['КонецФайла', ''])
  })

  it('gives each payment a number for 1C that it has in every file', async () => {
    const numbersIn = async (...options: string[]) => {
      const bytes = Buffer.from(await register(...options, '--format', '1c'))
      const text = iconv.decode(bytes, 'windows-1251')
      const documents = text.split('СекцияДокумент=').slice(1)
      return documents.map((document) => ({
        number: /\r\nНомер=(\d+)\r\n/.exec(document)?.[1],
        payment: /Платёж (\S+)\r\n/.exec(document)?.[1],
      }))
    }
    const [second7] = await numbersIn('2026-10-07')
    const both = await numbersIn(day, '--to', '2026-10-07')
    expect(both.map(({ payment }) => payment)).toEqual([first, second])
    expect(both[1]).toEqual(second7)
    expect(new Set(both.map(({ number }) => number)).size).toBe(2)
    expect(await numbersIn(day)).toEqual([both[0]])
    const all = await numbersIn(day, '--to', '2026-10-11')
    expect(new Set(all.map(({ number }) => number)).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(3)
  })

  it('says at the end of the file for 1C which refunds are not in it', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => said.mockRestore())
    await register('2026-10-07', '--format', '1c')
    expect(said.mock.calls.map(([text]) => String(text).replaceAll('\u00a0', ' '))).toEqual([
      'Not in this file: 1 refund(s) of 1,00 ₽ in all. 1C takes none; print these days as CSV for them.\n',
    ])
    said.mockClear()
    await register(day, '--format', '1c')
    expect(said).not.toHaveBeenCalled()
  })

  describe('after the payee of the accounts has changed', () => {
    const columns = ['--columns', 'kind,payment,payee,payee_inn,payee_account']
    const oldPayee = 'ТСЖ «Липовая аллея»;5099006417;40703810320000005317'
    const paid = async () => [
      ...(await csv(day, '--to', '2026-10-07', ...columns)),
      iconv.decode(Buffer.from(await register(day, '--format', '1c')), 'windows-1251'),
    ]
    const importWith = async (changes: Record<string, string>) => {
      const map = Object.entries(changes).reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        readFileSync(`${examples}/accounts.yaml`, 'utf8'),
      )
      const file = world.write('other.yaml', map)
      await world.run('accounts', `${examples}/accounts.csv`, '--map', file, '--apply')
    }

    it.each([
      [
        'has another account and name',
        { '40703810320000005317': '40703810620000005318', 'ТСЖ «Липовая аллея»': 'ТСН «Липовая»' },
      ],
      [
        'is another company',
        { 'lipovaya-alleya': 'manager', '5099006417': '5099006424', 'ТСЖ «Липовая аллея»': 'УК «Сад»' },
      ],
    ])('names who was paid though the payee %s', async (_, changes) => {
      const before = await paid()
      expect(before).toContain(`payment;${first};${oldPayee}`)
      expect(before).toContain(`refund;${first};${oldPayee}`)
      await importWith(changes)
      expect(await paid()).toEqual(before)
    })

    it('names the new payee of a later payment', async () => {
      const guest = world.browser()
      const later = paymentOf(await payAsGuest(guest, neighbour, { amount: 12_00 }))
      await atBank(world.api).pay(bankPageOf(later))
      world.pass(3000)
      await guest.get(`/api/v1/pay/${later.id}`)
      world.pass(24 * HOUR)
      expect(await csv('2026-10-12', ...columns)).toContain(
        `payment;${later.id};УК «Сад»;5099006424;40703810320000005317`,
      )
    })

    it('says on stderr which letters 1C does not get', async () => {
      await importWith({
        'lipovaya-alleya': 'manager',
        '5099006417': '5099006424',
        'ТСЖ «Липовая аллея»': 'УК «Ғ»',
      })
      const guest = world.browser()
      const payment = paymentOf(await payAsGuest(guest, neighbour, { amount: 13_00 }))
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(3000)
      await guest.get(`/api/v1/pay/${payment.id}`)
      world.pass(24 * HOUR)
      const warnings = await warningsOf(() => register('2026-10-13', '--format', '1c'))
      expect(warnings).toEqual([
        expect.stringMatching(
          / in 2 cell\(s\):\nline \d+, Получатель: ИНН 5099006424 УК «Ғ»\nline \d+, Получатель1: УК «Ғ»\n$/,
        ),
      ])
    })
  })

  if (kind === 'sqlite')
    it.each([
      [[]],
      [['вчера']],
      [['2026-02-30']],
      [[day, '--to', '2026-10-05']],
      [[day, '--columns', 'day,sum']],
      [[day, '--format', 'xml']],
      [[day, '--format', '1c', '--columns', 'day']],
      [[day, '--encoding', 'koi8-r']],
    ])('requires valid options: %j', async (options) => {
      await expect(register(...options)).rejects.toThrow(UsageError)
    })
})
