import { beforeAll, expect, it } from 'vitest'
import { describeOn } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { complaintOf, onePayee, openImportWorld } from '../support/import-world'

describeOn('sqlite', 'files as 1C and Excel write them', () => {
  const world = openForTests(() => openImportWorld('sqlite'))

  const register = (rows: readonly string[], settings = '', ...options: string[]) =>
    world.run(
      'accounts',
      world.write('register.csv', ['account;address;payer;payee', ...rows].join('\r\n')),
      '--map',
      world.write('register.yaml', `${settings}${onePayee}`),
      ...options,
    )
  const importAs = (name: string, text: string, settings: string, ...options: string[]) =>
    world.run(
      name,
      world.write('table.csv', text),
      '--map',
      world.write('table.yaml', settings),
      '--apply',
      ...options,
    )
  const balanceOf = async (account: string) =>
    (await world.rows()).balances.find((one) => one.account === account)?.balance
  const payerOf = async (account: string) =>
    (await world.rows()).accounts.find((one) => one.account === account)?.payer_name

  beforeAll(async () => {
    await register(
      ['0012345;ул. Садовая;Орлова;tsj', '200;ул. Садовая;Сомов;tsj', '201;ул. Садовая;Ершов;tsj'],
      '',
      '--apply',
    )
  })

  it('have the time of day beside a day, and the first day for a month', async () => {
    const text = [
      'account;period;issued;due;service;charged',
      '200;01.09.2026 0:00:00;01.10.2026 10:33:00;15.10.2026 00:00:00;Вода;100,00',
    ].join('\n')
    expect(await importAs('charges', text, '')).toContain('новых 1')
    expect((await world.rows()).invoices).toMatchObject([
      { period: '2026-09', issued_at: '2026-10-01', due_at: '2026-10-15' },
    ])
    const payments =
      'id;account;day;amount\n1;200;2026-10-05T10:33:00;1\n2;200;2026-10-05 25:99:00;2\n3;200;02.10.2026 8:01;3'
    const complaint = await complaintOf(importAs('payments', payments, ''))
    expect(complaint).toMatch(/\nСтрока 3, столбец «day»: «2026-10-05 25:99:00» — не день/)
    expect(complaint).toContain('1\u00a0ошибка')
  })

  it('have titles above the table, an empty cell for zero and totals below, as the map says', async () => {
    const text = [
      'ТСЖ "Липовая аллея',
      '',
      'Остатки на 01.09.2026;;',
      'Лицевой счёт;Долг;',
      '0012345;1 250,40;',
      '201;;',
      'Итого:;1 250,40;',
      'Всего по дому;;1 250,40;',
    ].join('\r\n')
    const columns = 'columns: { account: Лицевой счёт, balance: Долг, day: { value: 01.09.2026 } }\n'
    expect(await complaintOf(importAs('balances', text, columns))).toBe(
      'Строка 1: кавычки расставлены не по правилам CSV. Если названия столбцов ниже, укажите в YAML их строку: header_row. Если кавычки — часть текста, укажите quotes: none',
    )
    const titles = `${columns}header_row: 4\n`
    const complaint = await complaintOf(importAs('balances', text, titles))
    expect(complaint).toContain('Строка 6, столбец «Долг»: пусто: если это ноль, укажите в YAML empty: 0')
    for (const line of [7, 8])
      expect(complaint).toContain(
        `Строка ${line}: это итог, а не данные: чтобы пропускать такие строки, укажите в YAML skip_rows: [Итого, Всего]`,
      )
    const settings = `${titles}empty: 0\nskip_rows: [итого, Всего]\n`
    const report = await importAs('balances', text, settings)
    expect(report).toMatch(/Прочитано: 2\sстроки/)
    expect(report).toContain('Записано')
    expect(await balanceOf('0012345')).toBe(125_040)
  })

  it('are told where their columns’ names are, if those are not in the first line', async () => {
    const text = 'Реестр платежей;;;\n;;;\nid;account;day;amount\n5;200;2026-10-01;5'
    expect(await complaintOf(importAs('payments', text, ''))).toBe(
      'Не сказано, откуда брать id: нужен столбец с этим именем или строка в columns файла YAML. Похоже, названия столбцов в строке 3: укажите в YAML header_row: 3',
    )
  })

  it('have quotation marks inside a text, which are a part of it with quotes: none', async () => {
    const rows = [
      '300;ул. Садовая;ООО "Торговый дом "Ёлочка"";tsj',
      '302;ул. Садовая;труба 5";tsj',
      '301;ул. Садовая;"Ромашка" ООО;tsj',
    ]
    expect(await complaintOf(register(rows))).toBe(
      'Строки 2, 3, 4: кавычки расставлены не по правилам CSV. Если они — часть текста, укажите в YAML quotes: none',
    )
    expect(await register(rows, 'quotes: none', '--apply')).toContain('новых 3')
    expect(await payerOf('300')).toBe('ООО "Торговый дом "Ёлочка""')
    expect(await payerOf('301')).toBe('"Ромашка" ООО')
    expect(await payerOf('302')).toBe('труба 5"')
  })

  it('lose the quotation marks around a cell with quotes: none, and no others', async () => {
    const rows = [
      '"0000350";"ул. Садовая";"ООО "Торговый дом "Ёлочка"""',
      '"0000351";ул. Садовая;"Ромашка" и "Лютик"',
      '352;"";"Ёлочка"',
    ]
    const quoted = rows.map((row) => `${row};"tsj"`)
    const complaint = await complaintOf(register([...quoted, '"353;ул. Садовая;Сомов;tsj'], 'quotes: none'))
    expect(complaint).toContain('Строка 4, столбец «address»: пусто')
    expect(complaint).toContain('Строка 5, столбец «account»: «"353» — не номер лицевого счёта')
    expect(complaint).toMatch(/2\sошибки/)
    await register(quoted.slice(0, 2), 'quotes: none', '--apply')
    expect(await payerOf('0000350')).toBe('ООО "Торговый дом "Ёлочка""')
    expect(await payerOf('0000351')).toBe('"Ромашка" и "Лютик"')
    const address = (await world.rows()).accounts.find(({ account }) => account === '0000350')?.address
    expect(address).toBe('ул. Садовая')
  })

  it('have an empty day of 1C where a day may be empty, and no such day elsewhere', async () => {
    const meter = (id: string, until: string, readOn: string) => `${id};200;Вода;м³;7;5;3;${until};${readOn};`
    const head = 'id;account;service;unit;serial;digits;decimals;verified_until;read_on;t1'
    const rows = [meter('1', '01.01.0001 0:00:00', '.  .'), meter('2', '  .  .    ', '01.01.0001')]
    expect(await importAs('meters', [head, ...rows].join('\n'), '')).toContain('новых 2')
    const payments = 'id;account;day;amount\n1;200;01.01.0001 0:00:00;1'
    expect(await complaintOf(importAs('payments', payments, ''))).toContain('Строка 2, столбец «day»: пусто')
  })

  it.each(['Октябрь 2026 г.', 'октябрь 2026', 'Октябрь\u00a02026\u00a0г.'])(
    'name a month as 1C prints it: %s',
    async (month) => {
      const text = (period: string) =>
        `account;period;issued;due;service;charged\n0000350;${period};01.10.2026;15.10.2026;Вода;100`
      expect(await importAs('charges', text(month), '')).toMatch(/новых 1,|прежних 1/)
      expect(await complaintOf(importAs('charges', text('октября 2026'), ''))).toContain('— не месяц')
    },
  )

  it('say which day of charges an imported balance already includes', async () => {
    await importAs('balances', 'account;day;balance\n0000351;01.10.2026;5', '')
    const charges =
      'account;period;issued;due;service;charged\n0000351;09.2026;30.09.2026;15.10.2026;Вода;100'
    expect(await complaintOf(importAs('charges', charges, ''))).toContain(
      'Строка 2, столбец «issued»: этот день раньше загруженного остатка: начисления в нём уже учтены',
    )
  })

  const swallowed = 'текст в кавычках продолжается на следующих строках. Похоже, кавычка не закрыта'
  const against = 'кавычки расставлены не по правилам CSV'

  it.each([
    ['is never closed', ['"Орлова;tsj', 'Сомов;tsj'], /^Строка 3: /, against],
    ['is closed two lines below', ['"Ромашка;tsj', 'Сомов;tsj', 'Лютик";tsj'], /^Строка 3: /, swallowed],
    ['is followed by such a name', ['"Ромашка;tsj', '"Лютик;tsj', 'Сомов;tsj'], /^Строки 3, 4: /, against],
    ['is of a last column', ['Сомов;"tsj', '";tsj'], /^Строка 3: /, swallowed],
    ['is the letter of a house', ['д. 5 "А;tsj', 'д. 5 "Б";tsj'], /^Строки 3, 4: /, against],
    ['is beside a closed one', ['"Ромашка;tsj', 'Лютик";tsj', 'д. 5 "А;tsj'], /^Строки 3, 5: /, against],
    [
      'is followed by many lines',
      ['"Ромашка;tsj', ...Array<string>(9_000).fill('Сомов;tsj')],
      /^Строка 3: /,
      'слишком длинная, вероятно, не закрыты кавычки',
    ],
  ])(
    'never lose a line to a quotation mark that %s, with --skip-bad either',
    async (_, ends, line, words) => {
      const before = await world.rows()
      const rows = ['Ершов;tsj', ...ends].map((end, index) => `${310 + index};ул. Садовая;${end}`)
      for (const options of [[], ['--apply', '--skip-bad']]) {
        const complaint = await complaintOf(register(rows, '', ...options))
        expect(complaint).toMatch(line)
        expect(complaint).toContain(words)
      }
      expect(await world.rows()).toEqual(before)
    },
  )

  it('keep a line end that a cell has of its own, and the numbers of the lines below it', async () => {
    const rows = [
      '320;"ул. Садовая,\r\nд. 5,\r\nкв. 3";Орлова;tsj',
      '321;"ул. Садовая,\nд. 6";Сомов;tsj',
      '322;ул. Садовая;Сомов;nobody',
    ]
    expect(await complaintOf(register(rows))).toMatch(/\nСтрока 7, столбец «payee»/)
    expect(await register(rows.slice(0, 2), '', '--apply')).toContain('новых 2')
    expect(await payerOf('321')).toBe('Сомов')
  })

  it.each([
    ["'0012346", '0012346'],
    ['"=""0012347"""', '0012347'],
  ])('have numbers that a spreadsheet keeps as text: %s', async (typed, account) => {
    expect(await register([`${typed};ул. Садовая;'-;tsj`], '', '--apply')).toContain('новых 1')
    expect(await payerOf(account)).toBe('-')
  })

  it('have no number whose zeros Excel has taken away, unless somebody confirms it', async () => {
    const rows = ['12345;ул. Садовая;Орлова;tsj', '77;ул. Садовая;Ершов;tsj']
    const before = await world.rows()
    expect(await complaintOf(register(rows))).toContain(
      'Строка 2, столбец «account»: уже есть лицевой счёт «0012345», отличаются только нули в начале: похоже, их убрал Excel',
    )
    expect(await world.rows()).toEqual(before)
    const complaint = await complaintOf(register(rows, '', '--apply'))
    expect(complaint).toMatch(/Ждут подтверждения: 1\sстрока/)
    expect(await payerOf('77')).toBe('Ершов')
    expect(await payerOf('12345')).toBeUndefined()

    const payments = 'id;account;day;amount\n9;012345;2026-10-01;5'
    expect(await complaintOf(importAs('payments', payments, ''))).toContain(
      'лицевого счёта 012345 нет, но есть «0012345»: похоже, Excel убрал нули в начале номера',
    )
    expect(await register(rows, '', '--apply', '--confirmed')).toContain('новых 1')
    expect(await payerOf('12345')).toBe('Орлова')
  })

  it('need no map where the processing of the documents has written them', async () => {
    const text = '\ufeffaccount;day;balance\r\n"201";01.10.2026;-1250.4\r\n"300";01.10.2026;0\r\n'
    expect(await importAs('balances', text, '')).toContain('новых 2, изменённых 0')
    expect(await balanceOf('201')).toBe(-125_040)
  })
})
