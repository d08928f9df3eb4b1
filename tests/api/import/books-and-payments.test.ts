import { readFileSync } from 'node:fs'
import { findDebtFromRefunds } from 'api/ledger/ledger.repository'
import { FaultsFound } from 'cli/command'
import { HOUR } from 'format/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { chargesOf, customerWithAutopayment, goTo } from '../support/autopayments-world'
import { addToRegister, customerWith } from '../support/billing-register'
import { examples, openImportWorld, viewOf } from '../support/import-world'
import { atBank, balance, bankPageOf, payAsCustomer, paymentOf, runJobs } from '../support/payments-world'

const lines = (...all: string[]) => `${all.join('\n')}\n`

describeOnEachDatabase('the company’s books and payments', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  let account: string
  let number = 3_000_000_000
  beforeEach(async () => {
    number += 1
    // Noon in Moscow: what is paid now is of the day before tomorrow's balances.
    const noon = 9 * HOUR
    world.pass((24 * HOUR + noon - (world.now().getTime() % (24 * HOUR))) % (24 * HOUR))
    account = await addToRegister(world.database.db, String(number))
  })

  /** The report, whether or not something was held. */
  const run = async (name: string, text: string, ...options: string[]): Promise<string> => {
    const report = await world
      .run(name, world.write(`${name}.csv`, text), ...options)
      .catch((error: unknown) => {
        if (error instanceof FaultsFound) return error.report
        throw error
      })
    return report.replaceAll('\u00a0', ' ')
  }
  const balances = (day: string, sum: string, ...options: string[]) =>
    run('balances', lines('account;day;balance', `${account};${day};${sum}`), '--apply', ...options)
  const payments = (rows: string[], ...options: string[]) =>
    run('payments', lines('id;account;day;amount;origin;reverses', ...rows), '--apply', ...options)
  const invoicesOf = async () => (await world.rows()).invoices.filter((one) => one.account === account)

  describe('balances of books that have not posted a payment of the site', () => {
    const paid = async () => {
      const { browser } = await customerWith(world, account)
      await balances('2026-10-01', '1000,00')
      const payment = paymentOf(await payAsCustomer(browser, account, { amount: 100_000 }))
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(5_000)
      await browser.get(`/api/v1/personal/pay/${payment.id}`)
      expect(await balance(world, account)).toBe(0)
      world.pass(20 * HOUR)
    }
    const today = () => world.now().toISOString().slice(0, 10)

    it('are held and the others are written, until they are confirmed', async () => {
      await paid()
      const other = await addToRegister(world.database.db, `${account}9`)
      const day = today()
      const table = lines('account;day;balance', `${account};${day};1000,00`, `${other};${day};50,00`)
      const report = await run('balances', table, '--apply')
      expect(report).toContain(
        'Строка 2, столбец «balance»: остаток отличается от кабинета на 1 000,00 ₽ — ровно на недавние платежи или возвраты на сайте',
      )
      expect(report).toContain('Ждут подтверждения: 1 строка')
      expect(report).toMatch(/новых 1, .*\nЗаписано всё остальное/)
      expect(await balance(world, account)).toBe(0)
      expect(await balance(world, other)).toBe(5_000)

      expect(await run('balances', table, '--apply', '--confirmed')).toMatch(/\nЗаписано$/)
      expect(await balance(world, account)).toBe(100_000)
    })

    it('are taken where they differ by anything else', async () => {
      await paid()
      expect(await balances(today(), '999,99')).toMatch(/\nЗаписано$/)
      expect(await balance(world, account)).toBe(99_999)
    })
  })

  it('does not credit a success twice that the books knew of before the portal', async () => {
    const { browser } = await customerWith(world, account)
    await balances('2026-10-01', '3000,00')
    const begin = async (amount: number) => {
      const payment = paymentOf(await payAsCustomer(browser, account, { amount }))
      await atBank(world.api).pay(bankPageOf(payment), undefined, { later: 'paid' })
      await world.database.db.deleteFrom('sandbox_webhooks').execute()
      return payment.id
    }
    const known = await begin(100_000)
    world.pass(18 * HOUR)
    const day = world.now().toISOString().slice(0, 10)
    expect(await balances(day, '2000,00')).toMatch(/\nЗаписано$/)
    expect(await balance(world, account)).toBe(200_000)
    await runJobs(world.wired)
    await browser.get(`/api/v1/personal/pay/${known}`)
    const { data } = await viewOf(browser).history(account)
    expect(data).toMatchObject([{ id: known, status: 'succeeded' }])
    expect(await balance(world, account)).toBe(200_000)
  })

  it('credits a late success that the books did not know of', async () => {
    const { browser } = await customerWith(world, account)
    await balances('2026-10-01', '3000,00')
    const payment = paymentOf(await payAsCustomer(browser, account, { amount: 100_000 }))
    await atBank(world.api).pay(bankPageOf(payment), undefined, { later: 'paid' })
    await world.database.db.deleteFrom('sandbox_webhooks').execute()
    world.pass(18 * HOUR)
    await balances(world.now().toISOString().slice(0, 10), '2900,00')
    await runJobs(world.wired)
    await browser.get(`/api/v1/personal/pay/${payment.id}`)
    expect(await balance(world, account)).toBe(190_000)
  })

  describe('payments under another number', () => {
    it('are held where account, day and sum are those of a payment that is there', async () => {
      await balances('2026-10-01', '5000,00')
      await payments([`000118;${account};2026-10-05;1000,00;Касса;`])
      const renamed = await payments([`000118;${account};2026-10-05;1000,00;Касса № 1;`])
      expect(renamed).toContain(
        'Строка 2, столбец «id»: похоже на уже учтённый платёж «Касса: 000118»: тот же лицевой счёт, день и сумма, а номер другой',
      )
      const shortened = await payments([
        `118;${account};2026-10-05;1000,00;Касса;`,
        `119;${account};2026-10-05;1000,00;Касса;`,
        `120;${account};2026-10-05;200,00;Касса;`,
      ])
      expect(shortened).toContain('Ждут подтверждения: 1 строка')
      expect(shortened).toContain('новых 2')
      expect(await balance(world, account)).toBe(500_000 - 100_000 - 100_000 - 20_000)
      await payments([`118;${account};2026-10-05;1000,00;Касса;`], '--confirmed')
      expect(await balance(world, account)).toBe(180_000)
    })

    it('are taken where the file has the other one by its own number', async () => {
      const one = `а1;${account};2026-10-05;1000,00;;`
      const two = `а2;${account};2026-10-05;1000,00;;`
      expect(await payments([one, two])).toContain('новых 2')
      expect(await payments([one, two, `а3;${account};2026-10-05;1000,00;;`])).toContain('новых 1')
    })

    it('are held where they are payments of the site', async () => {
      const { browser } = await customerWith(world, account)
      const payment = paymentOf(await payAsCustomer(browser, account, { amount: 77_700 }))
      await atBank(world.api).pay(bankPageOf(payment))
      world.pass(5_000)
      await browser.get(`/api/v1/personal/pay/${payment.id}`)
      const day = world.now().toISOString().slice(0, 10)
      expect(await payments([`б1;${account};${day};777,00;Банк;`])).toContain(`платёж «${payment.id}»`)
    })

    it.each(['1,18E+05', '118.0'])('are bad lines where Excel has made %s of it', async (id) => {
      await expect(payments([`${id};${account};2026-10-05;1,00;;`])).rejects.toThrow(
        /столбец «id»: .*Excel превратил его в число/,
      )
    })
  })

  describe('reversals of the cash desk', () => {
    it('take a payment back, in whole or in parts, once', async () => {
      const { browser } = await customerWith(world, account)
      await balances('2026-10-01', '1000,00')
      await payments([`р7;${account};2026-10-05;500,00;Касса;`])
      const reversal = `р7;${account};2026-10-06;-500,00;Касса;`
      expect(await payments([reversal])).toContain('новых 1, изменённых 0, прежних 0; из новых сторно: 1')
      // Nobody got money back: autopayments charge the debt.
      expect(await findDebtFromRefunds(world.database.db, account)).toBe(0)
      expect(await payments([reversal])).toContain('прежних 1')
      expect(await balance(world, account)).toBe(100_000)
      const { data, meta } = await viewOf(browser).history(account)
      expect(data).toMatchObject([{ amount: 50_000, refunded: 50_000, status: 'succeeded' }])
      expect(meta).toMatchObject({ count: 1 })

      const both = [`р8;${account};2026-10-05;300,00;Касса;`, `р9;${account};2026-10-06;-100,00;Касса;р8`]
      expect(await payments(both)).toContain('новых 2')
      expect(await balance(world, account)).toBe(80_000)
      await expect(payments([`р10;${account};2026-10-06;-200,01;Касса;р8`])).rejects.toThrow(
        /сторно больше платежа: отменить в нём можно 200,00/,
      )
      await expect(payments([`р9;${account};2026-10-06;-90,00;Касса;р8`])).rejects.toThrow(
        /сторно с этим номером уже загружено с другими данными/,
      )
      const other = await addToRegister(world.database.db, `${account}9`)
      await expect(payments([`р11;${other};2026-10-06;-1,00;Касса;р8`])).rejects.toThrow(
        /нет загруженного платежа, который отменяет сторно/,
      )
      expect(await world.operator('rebuild-balances')).toContain('0 differences')
    })

    it('change no debt where a balance of a later day includes them', async () => {
      await payments([`с1;${account};2026-09-05;500,00;;`])
      await balances('2026-10-01', '1000,00')
      expect(await payments([`с1;${account};2026-09-06;-500,00;;`])).toContain('не влияет на долг: 1')
      expect(await balance(world, account)).toBe(100_000)
    })
  })

  describe('lines of charges', () => {
    const head =
      'account;period;issued;due;supplier;service;charged;recalculation;benefit;volume;tariff;penalty'
    const line = (service: string, charged: string, more: Partial<Record<string, string>> = {}) => {
      const fields: Record<string, string> = {
        supplier: '',
        penalty: '',
        benefit: '',
        volume: '',
        due: '2026-10-15',
        ...more,
      }
      return `${account};2026-09;2026-10-01;${fields.due};${fields.supplier};${service};${charged};;${fields.benefit};${fields.volume};;${fields.penalty}`
    }
    const charges = (rows: string[], ...options: string[]) =>
      run('charges', lines(head, ...rows), '--apply', ...options)

    it('may have penalties, volumes and benefits below zero', async () => {
      const rows = [
        line('Содержание', '1000,00', { benefit: '-100,00', penalty: '-25,00' }),
        line('Вода на ОДН', '-50,00', { volume: '-1,2', penalty: '-25,00' }),
      ]
      expect(await charges(rows)).toMatch(/новых 1, .*\nЗаписано$/)
      expect(await balance(world, account)).toBe(110_000 - 5_000 - 2_500)
      const [invoice] = await invoicesOf()
      expect(invoice).toMatchObject({ charged: 105_000, penalty: -2_500 })
      expect(JSON.parse(invoice?.lines ?? '')).toMatchObject([{ benefit: -10_000 }, { volume: -1.2 }])
      expect(await charges(rows)).toContain('прежних 1')
    })

    it('of several suppliers are one invoice of the month, each charged once', async () => {
      const uk = [line('Содержание', '1000,00', { supplier: 'УК', penalty: '1,00' })]
      const heat = [line('Отопление', '2000,00', { supplier: 'Тепло', due: '2026-10-10' })]
      await charges(uk)
      expect(await charges(heat)).toContain('новых 1')
      for (const again of [uk, heat]) expect(await charges(again)).toContain('прежних 1')
      const invoices = await invoicesOf()
      expect(invoices).toMatchObject([{ charged: 300_000, penalty: 100, due_at: '2026-10-10' }])
      expect(JSON.parse(invoices[0]?.lines ?? '')).toMatchObject([
        { service: 'Содержание' },
        { service: 'Отопление' },
      ])
      expect(await balance(world, account)).toBe(300_100)
    })

    it('are held where another supplier has just the same ones', async () => {
      await charges([line('Содержание', '1000,00')])
      expect(await charges([line('Содержание', '1000,00', { supplier: 'УК' })])).toContain(
        'Ждут подтверждения: 1 строка',
      )
      expect(await balance(world, account)).toBe(100_000)
    })

    it('of a corrected invoice are held, and once confirmed the ledger gets the difference', async () => {
      await charges([line('Содержание', '1000,00', { penalty: '5,00' })])
      const corrected = [line('Содержание', '900,00', { penalty: '3,00' })]
      expect(await charges(corrected)).toContain(
        'квитанция за этот месяц уже загружена с другими данными: похоже, её исправили',
      )
      expect(await balance(world, account)).toBe(100_500)
      expect(await charges(corrected, '--confirmed')).toContain('новых 0, изменённых 1')
      expect(await balance(world, account)).toBe(90_300)
      expect(await charges(corrected)).toContain('прежних 1')
      const [invoice] = await invoicesOf()
      expect(invoice).toMatchObject({ charged: 90_000, penalty: 300 })
      const entries = (await world.rows()).ledger.filter((entry) => entry.invoice_id === invoice?.id)
      expect(entries.map(({ kind: of, amount }) => [of, amount]).toSorted()).toEqual([
        ['charge', -10_000],
        ['charge', 100_000],
        ['penalty', -200],
        ['penalty', 500],
      ])
      const parts = await world.database.db
        .selectFrom('invoice_parts')
        .select(['version', 'content'])
        .where('invoice_id', '=', invoice?.id ?? '')
        .orderBy('version')
        .execute()
      expect(parts.map(({ version, content }) => [version, JSON.parse(content).penalty])).toEqual([
        [1, 500],
        [2, 300],
      ])
    })

    it('of a month before the last invoice are no correction', async () => {
      await charges([line('Содержание', '1000,00')])
      await charges([line('Содержание', '1000,00').replace('2026-09;', '2026-10;')])
      await expect(charges([line('Содержание', '900,00')], '--confirmed')).rejects.toThrow(
        /исправить прежнюю можно перерасчётом в следующем/,
      )
    })

    it('with bad ones among them are taken by --skip-bad but for the accounts of those', async () => {
      const good = await addToRegister(world.database.db, `${account}8`)
      const rows = [
        line('Содержание', '1000,00').replace(account, good),
        line('Содержание', '1000,00'),
        line('Вода', 'сто'),
        line('Вода', '5,00').replace(account, '999'),
      ]
      await expect(charges(rows)).rejects.toThrow(/ничего не записано\nЧтобы .*--skip-bad/)
      const report = await charges(rows, '--skip-bad')
      expect(report).toContain('2 ошибки в файле: целиком пропущено 2 лицевых счёта')
      expect(report).toMatch(/новых 1, .*\nЗаписано всё остальное$/)
      expect(await balance(world, good)).toBe(100_000)
      expect(await balance(world, account)).toBe(0)
    })

    it('leave out the invoices beside a line that does not say whose it is', async () => {
      const [before, after, far] = await Promise.all(
        ['1', '2', '3'].map((digit) => addToRegister(world.database.db, `${account}${digit}`)),
      )
      const of = (one = '') => line('Содержание', '1000,00').replace(account, one)
      await charges([of(before), of(''), of(after), of(far)], '--skip-bad')
      for (const one of [before, after]) expect(await balance(world, one ?? '')).toBe(0)
      expect(await balance(world, far ?? '')).toBe(100_000)
    })
  })
})

describeOnEachDatabase('an autopayment beside balances of lagging books', (kind) => {
  it('is not charged again for what was paid by hand', async () => {
    const world = await openImportWorld(kind)
    world.pass(new Date('2026-10-06T05:00:00.000Z').getTime() - world.now().getTime())
    const account = await addToRegister(world.database.db, '3000000010')
    const { browser } = await customerWithAutopayment(world, account)
    const charges = `account;period;issued;due;service;charged\n${account};2026-09;2026-10-06;2026-10-20;Содержание;1000,00\n`
    await world.run('charges', world.write('c.csv', charges), '--apply')
    await goTo(world, '2026-10-06', 9 * 60 + 30)
    await goTo(world, '2026-10-06', 20 * 60)
    const payment = paymentOf(await payAsCustomer(browser, account, { amount: 100_000 }))
    await atBank(world.api).pay(bankPageOf(payment))
    world.pass(5_000)
    await browser.get(`/api/v1/personal/pay/${payment.id}`)
    await goTo(world, '2026-10-07', 7 * 60)
    const lagging = `account;day;balance\n${account};2026-10-07;1000,00\n`
    await expect(world.run('balances', world.write('b.csv', lagging), '--apply')).rejects.toThrow(FaultsFound)
    await goTo(world, '2026-10-07', 11 * 60)
    expect(await chargesOf(world, account)).toEqual([100, 100_000])
    expect(await balance(world, account)).toBe(0)
    await world.close()
  })
})

describeOnEachDatabase('an invoice after the register has changed', (kind) => {
  it('keeps its payee, payer, address, area and residents as issued', async () => {
    const world = await openImportWorld(kind)
    for (const name of ['accounts', 'balances', 'payments', 'invoices'] as const)
      await world.example(name, '--apply')
    const { browser } = await customerWith(world, '200100017', '200100018')
    const before = await viewOf(browser).invoice('200100017')
    const other = await viewOf(browser).invoice('200100018')

    const map = readFileSync(`${examples}/accounts.yaml`, 'utf8')
      .replaceAll('lipovaya-alleya', 'manager')
      .replace('5099006417', '7707083893')
      .replace('ТСЖ «Липовая аллея»', 'ООО «Новая УК»')
    const table = readFileSync(`${examples}/accounts.csv`, 'utf8')
      .replaceAll('Орлова Мария Павловна', 'Сомова Анна Ильинична')
      .replace('54,30;2', '60,10;5')
      .replace('кв. 17', 'кв. 17а')
    await world.run(
      'accounts',
      world.write('new.csv', table),
      '--map',
      world.write('new.yaml', map),
      '--apply',
    )
    expect((await viewOf(browser).invoice('200100017')).data).toEqual(before.data)
    expect((await viewOf(browser).invoice('200100018')).data).toEqual(other.data)
    expect(before.data?.payee.name).toBe('ТСЖ «Липовая аллея»')

    const next = `account;period;issued;due;service;charged\n200100017;2026-10;2026-10-06;2026-10-20;Содержание;100,00\n`
    await world.run('charges', world.write('next.csv', next), '--apply')
    expect((await viewOf(browser).invoice('200100017', '2026-10')).data).toMatchObject({
      payee: { name: 'ООО «Новая УК»', inn: '7707083893' },
      payer: 'С…а\u00a0А.\u00a0И.',
      area: 60.1,
      residents: 5,
    })
    await world.close()
  })
})
