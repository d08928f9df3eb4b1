import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { mostShown } from 'api/company-data/import/bad-lines'
import { readErrorReason } from 'api/company-data/import/source-file'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeOn, describeOnEachDatabase } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { customerWith } from '../support/billing-register'
import { complaintOf, examples, type ImportWorld, openImportWorld } from '../support/import-world'
import { testProgram } from '../support/test-programs'

const payeeColumns =
  'payee_name,payee_inn,payee_kpp,payee_bank,payee_bic,payee_correspondent_account,payee_settlement_account'
const payee =
  'ТСЖ «Липовая аллея»,5099006417,509901001,Банк,044599871,30101810800000000871,40703810320000005317'

const accountsHead = `account,address,payer,title,area,residents,access_code,${payeeColumns}`
const accountLine = (account: string, more = 'Квартира,"54,3",2,12345678') =>
  `${account},"ул. Садовая, д. 3",Орлова Мария,${more},${payee}`

const invoiceHead =
  'account;period;issued;due;opening;service;charged;recalculation;benefit;total;penalty;invoice_total;volume;tariff'
const invoiceLine = (more: Partial<Record<string, string>> = {}) => {
  const line: Record<string, string | undefined> = {
    account: '100',
    period: '2026-09',
    issued: '2026-10-01',
    due: '2026-10-15',
    opening: '0.00',
    service: 'Вода',
    charged: '100.00',
    total: '100.00',
    penalty: '',
    invoice_total: '100.00',
    ...more,
  }
  return invoiceHead
    .split(';')
    .map((name) => line[name] ?? '')
    .join(';')
}

/** A map with one payee. */
const mapWith = (more: Partial<Record<string, string>> = {}) => {
  const [name, inn, kpp, bank, bic, correspondent_account, settlement_account] = payee.split(',')
  const garden = { id: 'garden', name, inn, kpp, bank, bic, correspondent_account, settlement_account }
  return `payees: ${JSON.stringify([{ ...garden, ...more }])}`
}

const lines = (...all: string[]) => `${all.join('\n')}\n`

/** What an import says, line by line. */
const linesOfComplaint = async (run: Promise<string>) =>
  (await complaintOf(run)).trimEnd().replaceAll('\u00a0', ' ').split('\n')

describeOnEachDatabase('the import of files', (kind) => {
  const world = openForTests(() => openImportWorld(kind))

  beforeAll(async () => {
    const file = world.write('register.csv', lines(accountsHead, accountLine('100'), accountLine('200')))
    await world.run('accounts', file, '--apply')
  })

  describe('that are in order', () => {
    const tables = ['payments', 'ledger_entries', 'account_balances'] as const
    const sizes = async () => {
      const { db } = world.database
      return Promise.all(
        tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      )
    }

    it('writes nothing without --apply, and says what it would write', async () => {
      const before = await world.rows()
      const file = world.write('dry.csv', lines('id,account,day,amount', 'd1,100,2026-10-01,5'))
      const report = await world.run('payments', file)
      expect(report).toContain('Платежи: новых 1, изменённых 0, прежних 0')
      expect(report).toMatch(/ничего не записано.* --apply$/)
      expect(await world.rows()).toEqual(before)
      expect((await world.operatorLog()).filter(({ action }) => action === 'import payments')).toEqual([])
    })

    it.each([
      ['UTF-8 with commas', 'utf-8', ','],
      ['UTF-8 with a byte order mark and semicolons', 'utf-8 bom', ';'],
      ['windows-1251 with semicolons', 'windows-1251', ';'],
      ['windows-1251 with tabs', 'windows-1251', '\t'],
    ])('reads %s', async (title, encoding, delimiter) => {
      const row = (...cells: string[]) => cells.join(delimiter)
      const text = lines(
        row('account', 'address', 'payer', 'title', ...payeeColumns.split(',')),
        row('300', title, 'Ёлкина Анна', 'Гараж', ...payee.split(',')),
      )
      const mark = encoding.endsWith('bom') ? '\ufeff' : ''
      const file = world.write('read.csv', mark + text, encoding.split(' ')[0])
      const report = await world.run('accounts', file, '--apply')
      expect(report).toContain(encoding.startsWith('utf-8') ? 'utf-8' : 'windows-1251')
      const { accounts } = await world.rows()
      expect(accounts.find(({ account }) => account === '300')).toMatchObject({
        address: title,
        payer_name: 'Ёлкина Анна',
        title: 'Гараж',
        proof_kind: null,
      })
    })

    it('leaves out the blank rows that a spreadsheet keeps under a table', async () => {
      const rows = ['id;account;day;amount', 'blank1;100;2026-10-01;5,00', ';;;', '', ' ;;;', '"";;;']
      const report = await world.run('payments', world.write('blank.csv', rows.join('\r\n')), '--apply')
      expect(report).toMatch(/Прочитано: 1\sстрока\n.*новых 1,/)
    })

    it('changes what has changed in the register, and keeps a code that the file does not have', async () => {
      const { accounts } = await world.rows()
      const before = accounts.find(({ account }) => account === '100')
      const text = lines(accountsHead, accountLine('100', 'Дом,,,'), accountLine('200'))
      const report = await world.run('accounts', world.write('changed.csv', text), '--apply')
      expect(report).toContain('новых 0, изменённых 1, прежних 1')
      const after = (await world.rows()).accounts.find(({ account }) => account === '100')
      expect(after).toEqual({
        ...before,
        title: 'Дом',
        area: null,
        residents: null,
        search_text: expect.any(String),
      })
      expect(after?.search_text).toContain('дом')
    })

    it('corrects a balance by one of a later day, and leaves out what it includes', async () => {
      const balances = (day: string, sum: string) =>
        world.run(
          'balances',
          world.write('b.csv', lines('account,day,balance', `200,${day},"${sum}"`)),
          '--apply',
        )
      const balanceNow = async () =>
        (await world.rows()).balances.find(({ account }) => account === '200')?.balance
      await balances('2026-08-01', '1 000,00')
      expect(await balanceNow()).toBe(100_000)
      await balances('2026-09-01', '700,50')
      expect(await balanceNow()).toBe(70_050)
      const early = lines('id;account;day;amount', 'e1;200;15.08.2026;299,50', 'e2;200;02.09.2026;0,50')
      const report = await world.run('payments', world.write('early.csv', early), '--apply')
      expect(report).toContain(
        'новых 2, изменённых 0, прежних 0; из новых уже учтено в остатках и не влияет на долг: 1',
      )
      expect(await balanceNow()).toBe(70_000)
      expect(await linesOfComplaint(balances('2026-08-15', '1'))).toContain(
        'Строка 2, столбец «account»: у лицевого счёта уже есть остаток на более поздний день',
      )
    })

    it('keeps prices with parts of a kopeck, and takes the opening of a first invoice over', async () => {
      const account = lines(accountsHead, accountLine('500'))
      await world.run('accounts', world.write('own.csv', account), '--apply')
      const text = lines(
        invoiceHead,
        invoiceLine({
          account: '500',
          opening: '-1 250,40',
          invoice_total: '-1150,40',
          volume: '69,8714',
          tariff: '1,4312',
        }),
      )
      await world.run('invoices', world.write('price.csv', text), '--apply')
      const { invoices, balances } = await world.rows()
      const invoice = invoices.find((one) => one.account === '500')
      expect(JSON.parse(invoice?.lines ?? '')).toMatchObject([{ volume: 69.8714, tariff: 143.12 }])
      expect(invoice).toMatchObject({ opening_balance: -125_040, charged: 10_000, paid: 0 })
      expect(balances.find((one) => one.account === '500')?.balance).toBe(-115_040)

      const other = lines(
        invoiceHead,
        invoiceLine({ account: '500', charged: '90', total: '90', invoice_total: '90' }),
      )
      expect(
        await linesOfComplaint(world.run('invoices', world.write('other.csv', other), '--apply')),
      ).toContain(
        'Строка 2, столбец «period»: квитанция за этот месяц уже загружена с другими данными: похоже, её исправили',
      )
    })

    describe('of two months that were issued on one day', () => {
      const twoMonths = async (account: string, run: () => Promise<string>) => {
        const register = world.write('months.csv', lines(accountsHead, accountLine(account)))
        await world.run('accounts', register, '--apply')
        expect(await run()).toContain('новых 2')
        const after = await world.rows()
        expect(after.invoices.filter((one) => one.account === account).toSorted(byPeriod)).toMatchObject([
          { period: '2026-08', opening_balance: 0, charged: 10_000, paid: 0 },
          { period: '2026-09', opening_balance: 10_000, charged: 5_000, paid: 0 },
        ])
        expect(await run()).toContain('новых 0, изменённых 0, прежних 2')
        expect(await world.rows()).toEqual(after)
      }
      const byPeriod = (one: { period: string }, other: { period: string }) =>
        one.period.localeCompare(other.period)

      it('opens the second charges with the debt of the first', async () => {
        const file = world.write(
          'charges.csv',
          lines(
            'Лицевой счёт;Месяц;Услуга;Единица;Объём;Тариф;Начислено',
            '701;08.2026;Содержание кладовой;;;;100,00',
            '701;09.2026;Содержание кладовой;;;;50,00',
          ),
        )
        await twoMonths('701', () =>
          world.run('charges', file, '--map', `${examples}/charges.yaml`, '--apply'),
        )
      })

      it('takes the second invoice, whose opening is the total of the first', async () => {
        const august = { account: '702', period: '2026-08' }
        const september = { opening: '100', charged: '50', total: '50', invoice_total: '150' }
        const file = world.write(
          'invoices.csv',
          lines(invoiceHead, invoiceLine(august), invoiceLine({ account: '702', ...september })),
        )
        await twoMonths('702', () => world.run('invoices', file, '--apply'))
      })
    })

    it('keeps whole accounts of what breaks in the middle, and the same file writes the rest once', async () => {
      const { db } = world.database
      const accounts = Array.from({ length: 300 }, (_, index) => String(10_000 + index))
      const register = lines(accountsHead, ...accounts.map((account) => accountLine(account)))
      await world.run('accounts', world.write('crash-register.csv', register), '--apply')
      const many = accounts.flatMap((account) =>
        ['a', 'b'].map((desk) => `${desk}${account},${account},2026-10-01,1.00`),
      )
      const file = world.write('crash.csv', lines('id,account,day,amount', ...many))
      const [paymentsBefore = 0] = await sizes()
      const breaks = "new.external_id = 'b10250'"
      if (kind === 'sqlite')
        await sql
          .raw(
            `create trigger breaks before insert on payments when ${breaks} begin select raise(abort, 'broken'); end`,
          )
          .execute(db)
      else {
        await sql
          .raw(
            "create function breaks() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
          )
          .execute(db)
        await sql
          .raw(
            `create trigger breaks before insert on payments for each row when (${breaks}) execute function breaks()`,
          )
          .execute(db)
      }
      await expect(world.run('payments', file, '--apply')).rejects.toThrow('broken')
      const { payments } = await world.rows()
      const written = payments.flatMap(({ external_id }) => external_id?.match(/^[ab](10\d{3})$/)?.[1] ?? [])
      expect(written.length).toBeGreaterThan(0)
      expect(written.length).toBe(2 * new Set(written).size)
      expect(written).not.toContain('10250')
      await sql.raw(`drop trigger breaks${kind === 'sqlite' ? '' : ' on payments'}`).execute(db)
      expect(await world.run('payments', file, '--apply')).toContain(
        `новых ${600 - written.length}, изменённых 0, прежних ${written.length}`,
      )
      const [paymentsAfter] = await sizes()
      expect(paymentsAfter).toBe(paymentsBefore + 600)
      const { balances } = await world.rows()
      expect(balances.find(({ account }) => account === '10250')?.balance).toBe(-200)
    })

    it('counts each payment for its account, however they are mixed in the file', async () => {
      const accounts = ['603', '601', '602']
      const register = world.write(
        'mixed.csv',
        lines(accountsHead, ...accounts.map((one) => accountLine(one))),
      )
      await world.run('accounts', register, '--apply')
      const all = Array.from({ length: 1000 }, (_, index) => ({
        id: `mixed${index}`,
        account: accounts[index % accounts.length] ?? '',
        kopecks: 100 + index,
      }))
      const file = world.write(
        'mixed-payments.csv',
        lines(
          'id,account,day,amount',
          ...all.map(
            ({ id, account, kopecks }) => `${id},${account},2026-10-01,${(kopecks / 100).toFixed(2)}`,
          ),
        ),
      )
      expect(await world.run('payments', file, '--apply')).toContain('новых 1000')
      const { payments, balances, sums } = await world.rows()
      for (const account of accounts) {
        const own = all.filter((one) => one.account === account)
        const paid = own.reduce((sum, { kopecks }) => sum + kopecks, 0)
        expect(balances.find((one) => one.account === account)?.balance).toBe(-paid)
        expect(sums.filter((one) => one.account === account)).toMatchObject([
          { count: own.length, amount: paid },
        ])
        expect(
          new Set(payments.filter((one) => one.account === account).map((one) => one.external_id)),
        ).toEqual(new Set(own.map(({ id }) => id)))
      }
      expect(await world.run('payments', file, '--apply')).toContain('новых 0, изменённых 0, прежних 1000')
    })
  })

  describe('with payees', () => {
    const head = 'account,address,payer,payee'
    const importWith = (map: string, ...options: string[]) => {
      const file = world.write('garden.csv', lines(head, '901,Сад,Орлова,garden', '902,Сад,Сомов,garden'))
      return world.run('accounts', file, '--map', world.write('garden.yaml', map), ...options)
    }
    const logged = async () => {
      const log = await world.operatorLog()
      return log.filter(({ file_name }) => file_name === 'garden.csv').at(-1)
    }
    const moved = mapWith({ name: 'ТСН «Липовая»', settlement_account: '40703810620000005318' })

    it('says whose requisites a map changes, before and after, and logs it with the hash of the map', async () => {
      expect(await importWith(mapWith(), '--apply')).toMatch(/новых 2, изменённых 0, прежних 0\nЗаписано$/)
      expect(await logged()).toMatchObject({ subject: null })
      world.pass(1000)

      const before = await world.rows()
      const told = 'новых 0, изменённых 0, прежних 2; изменены реквизиты получателей: 1 (garden)'
      expect(await importWith(moved)).toContain(told)
      expect(await world.rows()).toEqual(before)
      expect(await importWith(moved, '--apply')).toContain(told)
      const payees = (await world.rows()).payees.filter(({ id }) => id === 'garden')
      expect(payees).toMatchObject([{ name: 'ТСН «Липовая»', settlement_account: '40703810620000005318' }])
      expect(await logged()).toMatchObject({
        subject: 'payees garden',
        map_sha256: createHash('sha256').update(moved).digest('hex'),
        counts: JSON.stringify({ lines: 2, added: 0, changed: 0, same: 2, included: 0, changedPayees: 1 }),
      })

      expect(await importWith(moved)).toMatch(/прежних 2\n/)
    })

    it('says which accounts of customers have another payer, and what to do', async () => {
      const ofPayers = (first: string, second: string) => {
        const file = lines(head, `904,Сад,${first},garden`, `905,Сад,${second},garden`)
        const map = world.write('payers.yaml', moved)
        return (...options: string[]) =>
          world.run('accounts', world.write('payers.csv', file), '--map', map, ...options)
      }
      await ofPayers('Орлова А. А.', 'Сомов')('--apply')
      await customerWith(world, '904')
      const expected =
        'Сменился плательщик, а лицевой счёт есть в личных кабинетах: 1 (904). Если владелец другой'
      // Of 905 nobody would lose anything.
      const sold = ofPayers('Ершов', 'Окунев')
      expect(await sold()).toContain(expected)
      expect(JSON.parse(await sold('--json'))).toMatchObject({ changedPayers: ['904'] })
      // Another spelling is no other payer.
      expect(await ofPayers('орлова  А.А.', 'Окунев')()).not.toContain('Сменился плательщик')
      expect(await sold('--apply')).toContain(expected)
      expect(await sold()).not.toContain('Сменился плательщик')
    })

    it('refuses another organisation under an id, and takes it under one of its own', async () => {
      await importWith(moved, '--apply')
      const before = await world.rows()
      const other = { name: 'УК «Сад»', inn: '5099006424' }
      expect((await linesOfComplaint(importWith(mapWith(other), '--apply'))).slice(2)).toEqual([
        'Строка 2, столбец «payee»: под id «garden» уже другая организация: дайте этой в payees свой id',
        'Строка 3, столбец «payee»: под id «garden» уже другая организация: дайте этой в payees свой id',
        '2 ошибки в файле: ничего не записано',
        'Чтобы загрузить всё, кроме лицевых счетов с ошибками, добавьте --skip-bad',
      ])
      expect(await world.rows()).toEqual(before)
      const own = lines(head, '901,Сад,Орлова,manager')
      const map = world.write('manager.yaml', mapWith({ ...other, id: 'manager' }))
      const report = await world.run('accounts', world.write('manager.csv', own), '--map', map, '--apply')
      expect(report).toMatch(/новых 0, изменённых 1, прежних 0\nЗаписано$/)
    })

    it('names by its INN a payee who changes in the lines', async () => {
      const first = lines(accountsHead, accountLine('903'))
      await world.run('accounts', world.write('in-lines.csv', first), '--apply')
      const file = world.write('in-lines.csv', first.replace(',Банк,', ',Другой банк,'))
      expect(await world.run('accounts', file)).toContain('изменены реквизиты получателей: 1 (5099006417)')
    })
  })

  describe('with bad lines', () => {
    let before: Awaited<ReturnType<ImportWorld['rows']>>
    beforeEach(async () => {
      before = await world.rows()
    })
    afterEach(async () => {
      expect(await world.rows()).toEqual(before)
    })

    it('writes none of the good ones, and names each bad one', async () => {
      const text = lines(
        'id;account;day;amount',
        'p1;100;2026-10-01;5,00',
        'p2;100;2026-10-01;пять',
        ';;;',
        'p3;999;01.10.2026;5',
        'p1;100;2026-10-01;5,00',
        'p4;100;2026-10-01',
        'p5;100;2026-10-01;5,00',
      )
      const complaint = await linesOfComplaint(
        world.run('payments', world.write('half.csv', text), '--apply'),
      )
      expect(complaint.slice(1)).toEqual([
        'Прочитано: 6 строк',
        'Строка 3, столбец «amount»: «пять» — не сумма: нужно «1 234,56» или «1234.56»',
        'Строка 5, столбец «account»: лицевого счёта 999 нет: сначала загрузите accounts',
        'Строка 6, столбец «id»: уже есть в этом файле выше',
        'Строка 7: столбцов 3, а в первой строке файла 4',
        '4 ошибки в файле: ничего не записано',
        'Чтобы загрузить всё, кроме лицевых счетов с ошибками, добавьте --skip-bad',
      ])
    })

    it('shows a hundred of them, and counts the rest', async () => {
      const bad = Array.from({ length: mostShown + 23 }, (_, index) => `q${index},100,2026-10-01,`)
      const complaint = await linesOfComplaint(
        world.run('payments', world.write('many.csv', lines('id,account,day,amount', ...bad)), '--apply'),
      )
      expect(complaint.filter((line) => line.startsWith('Строка '))).toHaveLength(mostShown)
      expect(complaint.slice(-3, -1)).toEqual(['… и ещё 23 ошибки', '123 ошибки в файле: ничего не записано'])
    })

    it('shows the first rows that only the database knows to be bad', async () => {
      const strangers = Array.from({ length: 500 }, (_, index) => `s${index},${9999 - index},2026-10-01,1`)
      const file = world.write('strangers.csv', lines('id,account,day,amount', ...strangers))
      const complaint = await linesOfComplaint(world.run('payments', file, '--apply'))
      const shown = complaint.filter((line) => line.startsWith('Строка ')).map((line) => line.split(',')[0])
      expect(shown).toEqual(Array.from({ length: mostShown }, (_, index) => `Строка ${index + 2}`))
      expect(complaint.at(-2)).toBe('500 ошибок в файле: ничего не записано')
    })

    it('has no invoice whose lines disagree or are apart', async () => {
      const text = lines(
        invoiceHead,
        invoiceLine({ invoice_total: '200' }),
        invoiceLine({ invoice_total: '200', due: '2026-10-20' }),
        invoiceLine({ account: '200', period: '2026-08', invoice_total: '100' }),
        invoiceLine({ invoice_total: '100' }),
      )
      const complaint = await linesOfComplaint(
        world.run('invoices', world.write('apart.csv', text), '--apply'),
      )
      expect(complaint).toContain('Строка 3, столбец «due»: отличается от первой строки этой квитанции')
    })
  })
})

describeOn('sqlite', 'the import of a file that is not in order', () => {
  const world = openForTests(() => openImportWorld('sqlite'))

  beforeAll(async () => {
    const file = world.write('register.csv', lines(accountsHead, accountLine('100'), accountLine('200')))
    await world.run('accounts', file, '--apply')
  })
  afterAll(async () => {
    const { accounts, payments, invoices } = await world.rows()
    expect([accounts.length, payments, invoices]).toEqual([2, [], []])
  })

  /** Imports lines that are all bad, and expects of each the column and the reason. */
  const expectEachBad = async (
    name: string,
    head: string,
    bad: readonly { line: string; column: string; reason: string }[],
  ) => {
    const file = world.write('bad.csv', lines(head, ...bad.map(({ line }) => line)))
    const complaint = await linesOfComplaint(world.run(name, file, '--apply'))
    for (const [at, { column, reason }] of bad.entries())
      expect(
        complaint.filter((one) => one.startsWith(`Строка ${at + 2}, столбец «${column}»: `)).join(),
      ).toMatch(reason)
  }

  it('names the sums that are none', () =>
    expectEachBad(
      'payments',
      'id;account;day;amount',
      [
        ['1.234,56', 'не сумма'],
        ['1 23,45', 'не сумма'],
        ['12,345', 'не сумма'],
        ['5 руб.', 'не сумма'],
        ['0', 'не может быть нулём'],
        ['99999999999999', 'слишком большая сумма'],
        ['', 'пусто'],
      ].map(([amount, reason = ''], at) => ({
        line: `m${at};100;2026-10-01;${amount}`,
        column: 'amount',
        reason,
      })),
    ))

  it('names the days that are none', () =>
    expectEachBad(
      'payments',
      'id;account;day;amount',
      [
        ['31.09.2026', 'не день'],
        ['2026-9-1', 'не день'],
        ['01/09/2026', 'не день'],
        ['1026-09-01', 'не день'],
        ['2026-10-07', 'ещё не наступил'],
      ].map(([day, reason = ''], at) => ({ line: `m${at};100;${day};5`, column: 'day', reason })),
    ))

  it('names each wrong field of an account', () => {
    const names = accountsHead.split(',')
    const rows = [
      ['payee_inn', '5099006418', 'не ИНН'],
      ['payee_bic', '144599871', 'не БИК'],
      ['payee_correspondent_account', '30101810800000000872', 'не корреспондентский счёт'],
      ['payee_settlement_account', '40703810420000005317', 'не расчётный счёт'],
      ['payee_kpp', '12', 'не КПП'],
      ['access_code', '1234567', 'не код доступа'],
      ['residents', '1,5', 'не целое число'],
      ['account', '2,00100017E+11', 'Excel превратил его в число'],
      ['account', '2.001e+08', 'Excel превратил его в число'],
      ['account', '200100020.0', 'Excel превратил его в число'],
      ['account', '200100020,00', 'Excel превратил его в число'],
    ] as const
    const bad = rows.map(([column, value, reason], at) => {
      const cells = [`40${at}`, 'ул. Садовая', 'Орлова', 'Дом', '1', '1', '12345678', ...payee.split(',')]
      cells[names.indexOf(column)] = value
      return { line: cells.join(';'), column, reason }
    })
    return expectEachBad('accounts', names.join(';'), bad)
  })

  it.each([
    ['period', '13.2026', 'не месяц'],
    ['period', 'октябрь', 'не месяц'],
    ['due', '2026-09-30', 'раньше дня квитанции'],
    ['issued', '2026-10-07', 'ещё не наступил'],
    ['total', '100,01', /итог строки не сходится: .* 100,00/],
    ['invoice_total', '99,99', /итог квитанции не сходится: .* 100,00/],
    ['service', '', 'пусто'],
    ['tariff', '1,2,3', 'не число'],
    ['tariff', '-3', 'не число'],
    ['volume', '3-', 'не число'],
    ['account', '№', 'не номер лицевого счёта'],
  ])('has no invoice with the %s «%s»', async (column, value, reason) => {
    const text = lines(invoiceHead, invoiceLine({ [column]: value }))
    const complaint = await linesOfComplaint(world.run('invoices', world.write('i.csv', text), '--apply'))
    const line = complaint.find((one) => one.includes(`«${column}»`)) ?? ''
    expect(line).toMatch(/^Строка 2, столбец/)
    expect(line).toMatch(reason)
  })

  it.each([
    ['account,address,payer', 'payee'],
    ['account,address,payer,payee_name,payee_inn', 'payee_bank'],
  ])('says once that there is no payee in the columns %s', async (head, missing) => {
    const rows = ['800', '801', '802'].map((account) => head.replace(/[^,]+/g, account))
    const file = world.write('no-payee.csv', lines(head, ...rows))
    const map = world.write('no-payee.yaml', mapWith())
    expect(await linesOfComplaint(world.run('accounts', file, '--map', map))).toEqual([
      `Не сказано, откуда брать ${missing}: нужен столбец с этим именем или строка в columns файла YAML`,
    ])
  })

  it('says what is wrong in all lines once, where the map has the value', async () => {
    const rows = ['p1', 'p2', 'p3'].map((id) => `${id};100;5,00`)
    const file = world.write('constant.csv', lines('id;account;amount', ...rows))
    const map = (day: string) => world.write('constant.yaml', `columns: { day: { value: ${day} } }`)
    expect(
      await linesOfComplaint(world.run('payments', file, '--map', map('01.11.2026'), '--skip-bad')),
    ).toEqual(['columns, day: этот день ещё не наступил'])
    expect(await linesOfComplaint(world.run('payments', file, '--map', map('31.09.2026')))).toEqual([
      'columns, day: «31.09.2026» — не день: нужно «2026-10-05» или «05.10.2026»',
    ])
  })

  it('tells a missing file from one that nobody may read, and from a folder', async () => {
    const file = world.write('secret.csv', lines('id;account;amount'))
    expect(await linesOfComplaint(world.run('payments', `${file}.old`))).toEqual([`Файла ${file}.old нет`])
    expect(await linesOfComplaint(world.run('payments', dirname(file)))).toEqual([
      `${dirname(file)} — это папка, а нужен файл`,
    ])
    expect(await linesOfComplaint(world.run('payments', file, '--map', `${file}.yaml`))).toEqual([
      `Файла ${file}.yaml нет`,
    ])
    const denied = Object.assign(new Error('permission denied'), { code: 'EACCES' })
    // The user of the tests may be root, who may read everything.
    expect(readErrorReason(file, denied)).toBe(
      `Нет права читать файл ${file}: дайте его пользователю, который запускает команду`,
    )
  })

  it.each([
    ['', 'Файл пуст: в первой строке нужны названия столбцов'],
    [' \n\n', 'Файл пуст: в первой строке нужны названия столбцов'],
    [
      '\nid,account,day,amount\n',
      'Первая строка файла пуста, а в ней нужны названия столбцов. Если они ниже, укажите в YAML их строку: header_row',
    ],
    [
      ',,,\nid,account,day,amount\n',
      'Первая строка файла пуста, а в ней нужны названия столбцов. Если они ниже, укажите в YAML их строку: header_row',
    ],
    [
      'sep=;\nid;account;day;amount\n',
      'В первой строке файла «sep=;», а в ней нужны названия столбцов: уберите эту строку или укажите в YAML header_row: 2',
    ],
    [
      'id,account\n',
      'Не сказано, откуда брать day: нужен столбец с этим именем или строка в columns файла YAML',
    ],
    ['id,id,account,day,amount\n', 'В первой строке файла столбец «id» есть дважды'],
    [
      'id,account,day,amount\n1,a"b,2026-10-01,1\n2,100,2026-10-01,1\n"3" c,100,2026-10-01,1\n"a,b\n',
      'Строки 2, 4, 5: кавычки расставлены не по правилам CSV. Если они — часть текста, укажите в YAML quotes: none',
    ],
  ])('can not read %j', async (text, reason) => {
    expect(await linesOfComplaint(world.run('payments', world.write('u.csv', text)))).toEqual([reason])
  })

  it.each([
    ['a table of Excel', 'PK\x03\x04\x14\x00\x06\x00', 'latin1'],
    ['an older table of Excel', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00', 'latin1'],
    ['a packed file', '\x1f\x8b\x08\x08abc\n', 'latin1'],
    ['UTF-16', 'id;account;day;amount\n', 'utf-16'],
    ['UTF-16 of the other order', '\ufeffid;account;day;amount\n', 'utf-16be'],
    ['UTF-16 without a mark', 'id;account;day;amount\n', 'utf-16le'],
  ])('can not read %s, whatever its encoding is said to be', async (_, text, encoding) => {
    const file = world.write('u.csv', text, encoding)
    for (const map of ['', 'encoding: utf-8', 'encoding: windows-1251'])
      expect(
        await linesOfComplaint(world.run('payments', file, '--map', world.write('u.yaml', map))),
      ).toEqual(['Это не текст CSV: сохраните таблицу как CSV (UTF-8)'])
  })

  it.each([
    ['columns: { account: Счёт }', 'В первой строке файла нет столбца «Счёт» (account)'],
    [
      'columns: { acount: account }',
      'columns: нет такого поля acount, есть id, account, day, amount, origin',
    ],
    ['payees: [{}]', /Файл .*\.yaml: payees\.0\.id: не указано$/],
    ['column: {}', /Файл .*\.yaml: нет такой настройки: column$/],
    ['columns: { account: [1] }', /: columns\.account: нужно название столбца или \{ value: … \}$/],
    [
      'encoding: cp1251',
      /: encoding: можно указать только utf-8, windows-1251, cp866, koi8-r, mac-cyrillic$/,
    ],
    ['header_row: третья', /: header_row: нужен номер строки$/],
    ['skip_rows: Итого', /: skip_rows: нужен список, например \[Итого, Всего\]$/],
    ['columns:\n\taccount: Счёт', /: строка 2: отступ сделан табуляцией, а нужны пробелы$/],
    ['columns: {}\ncolumns: {}', /: строка 2: такая настройка уже есть выше$/],
    ['columns: [', /Файл .*\.yaml: строка 1: [а-яё ,]+$/i],
  ])('can not use the map %j', async (map, reason) => {
    const file = world.write('x.csv', lines('id,account,day,amount'))
    const [line] = await linesOfComplaint(world.run('payments', file, '--map', world.write('x.yaml', map)))
    expect(line).toMatch(reason)
  })
})

describeOnEachDatabase('the import of today’s files in the morning', (kind) => {
  const world = openForTests(() => openImportWorld(kind))
  const today = '2026-10-07'
  const files = {
    accounts: lines(accountsHead, accountLine('100')),
    balances: lines('account,day,balance', `100,${today},70`),
    invoices: lines(invoiceHead, invoiceLine({ issued: today, opening: '70', invoice_total: '170' })),
    payments: lines('id,account,day,amount', `today,100,${today},30`),
  }
  const importAll = async () => {
    const reports: string[] = []
    for (const [name, text] of Object.entries(files))
      reports.push(await world.run(name, world.write(`${name}.csv`, text), '--apply'))
    return reports
  }

  beforeAll(async () => {
    world.pass(new Date(`${today}T06:00:00.000Z`).getTime() - world.now().getTime())
  })

  it('stores nothing that has still to happen, and knows it again at any hour', async () => {
    await importAll()
    const stored = await world.rows()
    const moments = [
      ...stored.ledger.map(({ happened_at }) => happened_at),
      ...stored.payments.flatMap(({ created_at, paid_at }) => [created_at, paid_at ?? created_at]),
    ]
    expect(moments.length).toBeGreaterThan(3)
    for (const moment of moments) expect(moment <= world.now().toISOString(), moment).toBe(true)
    for (const hours of [1, 5, 24]) {
      world.pass(hours * 60 * 60 * 1000)
      for (const report of await importAll()) expect(report).toContain('новых 0, изменённых 0, прежних 1')
      expect(await world.rows()).toEqual(stored)
    }
  })
})

describe('the command', () => {
  const program = testProgram('admin')
  const admin = async (world: ImportWorld, ...options: string[]) => {
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, ...world.env, DATA_DIR: world.fresh.dataDir, NODE_ENV: 'test' as const }
    return promisify(execFile)(process.execPath, [program(), ...options], { env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    )
  }

  it('lists all commands, and tells by its code how it ended', async () => {
    const world = await openImportWorld('sqlite')
    const help = await admin(world)
    expect(help.code).toBe(0)
    for (const name of ['import', 'payments-register', 'refund', 'letters', 'issue-access-codes'])
      expect(help.stdout).toMatch(new RegExp(`^  ${name}`, 'm'))
    const good = world.write('a.csv', lines(accountsHead, accountLine('100')))
    expect(await admin(world, 'import', 'accounts', good)).toMatchObject({ code: 0, stderr: '' })
    const bad = world.write('b.csv', lines('account,day,balance', '999,2026-01-01,1'))
    const refused = await admin(world, 'import', 'balances', bad, '--apply')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('ничего не записано')
    const asJson = await admin(world, 'import', 'balances', bad, '--json')
    expect([asJson.code, asJson.stdout]).toEqual([1, expect.stringMatching(/^\{.*\}\n$/)])
    expect(await admin(world, 'import', 'tariffs', good)).toMatchObject({ code: 2 })
    expect(await admin(world, 'imports')).toMatchObject({ code: 2 })
    await world.close()
    // Each command is a process of its own.
  }, 120_000)
})
