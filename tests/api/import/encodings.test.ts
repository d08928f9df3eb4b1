import { readFileSync, writeFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, it } from 'vitest'
import { describeOn } from '../../support/databases'
import { openForTests } from '../../support/open-for-tests'
import { complaintOf, examples, onePayee, openImportWorld } from '../support/import-world'

const head = 'account;address;payer;payee'
const flat = '100;ул. Садовая, д. 3, кв. 17;Щёкин Фёдор Юрьевич;tsj'
const oneByte = ['windows-1251', 'cp866', 'koi8-r', 'mac-cyrillic'] as const

describeOn('sqlite', 'the encoding of a file', () => {
  const world = openForTests(() => openImportWorld('sqlite'))

  const importBytes = (bytes: Uint8Array, settings = '', ...options: string[]) => {
    const file = world.write('encoded.csv', '')
    writeFileSync(file, bytes)
    return world.run(
      'accounts',
      file,
      '--map',
      world.write('payees.yaml', `${settings}${onePayee}`),
      '--apply',
      ...options,
    )
  }
  const importText = (text: string, encoding: string, settings = '', ...options: string[]) =>
    importBytes(iconv.encode(text, encoding), settings, ...options)
  const accountOf = async (account: string) =>
    (await world.rows()).accounts.find((one) => one.account === account)
  const refusalOf = async (run: Promise<string>) => {
    const before = await world.rows()
    const complaint = await complaintOf(run)
    expect(await world.rows(), 'nothing is written').toEqual(before)
    return complaint
  }

  it.each(oneByte)('is known to be %s by its Russian words', async (encoding) => {
    const names = ['Орлова Мария Павловна', 'СОМОВ АНДРЕЙ ИЛЬИЧ', 'Ёлкина Анна Юрьевна']
    const rows = names.map(
      (name, index) => `${index}1${oneByte.indexOf(encoding)};ул. Садовая, д. 3;${name};tsj`,
    )
    const report = await importText([head, ...rows].join('\n'), encoding)
    expect(report).toContain(`Файл encoded.csv: ${encoding}, разделитель «;»`)
    for (const [index, name] of names.entries())
      expect(await accountOf(`${index}1${oneByte.indexOf(encoding)}`)).toMatchObject({
        address: 'ул. Садовая, д. 3',
        payer_name: name,
      })
  })

  it.each(oneByte)('is known in the examples of the documents: %s', async (encoding) => {
    for (const name of ['balances', 'payments'] as const) {
      const text = readFileSync(`${examples}/${name}.csv`, 'utf8')
      const file = world.write(`${name}.csv`, text, encoding)
      const complaint = await refusalOf(world.run(name, file, '--map', `${examples}/${name}.yaml`))
      expect(complaint).toContain(`Файл ${name}.csv: ${encoding}, разделитель «;»`)
    }
  })

  it('is UTF-8 though some bytes of it are broken, and their line is named', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${head}\n${flat}\n`),
      iconv.encode('101;ул. Садовая, д. 4;Орлова;tsj\n', 'windows-1251'),
    ])
    const message = await refusalOf(importBytes(bytes))
    expect(message).toContain('Файл encoded.csv: utf-8')
    expect(message).toContain(
      'Строка 3, столбец «address»: есть нечитаемая буква: файл испорчен или часть его в другой кодировке',
    )
    expect(message).toContain('Строка 3, столбец «payer»: есть нечитаемая буква')
    expect(message).not.toContain('Строка 2')
  })

  it.each([
    ['iso-8859-5', 'Щёкин Фёдор Юрьевич'],
    ['cp855', 'Щёкин Фёдор Юрьевич'],
    ['windows-1252', 'Café Müller'],
    ['windows-1250', 'Żółć Łódź'],
  ])('is refused where no words are Russian: %s', async (encoding, payer) => {
    const text = `${head}\n102;1;${payer};tsj\n`
    expect(await refusalOf(importText(text, encoding))).toBe(
      'Не понятно, в какой кодировке файл: русских слов в нём не видно. Сохраните его в UTF-8 или укажите encoding в YAML: utf-8, windows-1251, cp866, koi8-r, mac-cyrillic',
    )
  })

  it.each([
    ['windows-1251', 'ВТБ', '1031'],
    ['koi8-r', 'бра', '1032'],
  ])('may be told by the map where a few letters do not show it: %s', async (encoding, payer, account) => {
    const rows = Array.from({ length: 50 }, (_, index) => `${account}${index};1;${payer};tsj`)
    const text = [head, ...rows].join('\n')
    expect(await refusalOf(importText(text, encoding))).toContain('Не понятно, в какой кодировке файл')
    expect(await importText(text, encoding, `encoding: ${encoding}`)).toContain('новых 50')
    expect(await accountOf(`${account}49`)).toMatchObject({ payer_name: payer })
  })

  it('may be told where two encodings read the letters alike', async () => {
    const text = `${head}\n105;ул;орлов марк;tsj\n`
    expect(await importText(text, 'windows-1251', 'encoding: mac-cyrillic')).toContain('новых 1')
    expect(await accountOf('105')).toMatchObject({ payer_name: 'орлов марк' })
  })

  it.each([
    ['utf-8', 'windows-1251'],
    ['cp866', 'windows-1251'],
    ['windows-1251', 'koi8-r'],
  ])('is not read as another than it is: %s as %s', async (encoding, declared) => {
    const text = `${head}\n104;ул. Садовая, д. 3;Орлова Мария Павловна;tsj\n`
    expect(await refusalOf(importText(text, encoding, `encoding: ${declared}`))).toBe(
      `В YAML указано encoding: ${declared}, а файл в кодировке ${encoding}: исправьте или уберите эту настройку`,
    )
  })

  it('is windows-1251 where the only sign is the space inside a sum of Excel', async () => {
    const file = world.write(
      'sums.csv',
      'account;day;balance\n900;2026-10-01;1\u00a0250,40\n',
      'windows-1251',
    )
    await importText(`${head}\n900;1;Орлова;tsj\n`, 'utf-8')
    expect(await world.run('balances', file, '--apply')).toContain('windows-1251')
    const { balances } = await world.rows()
    expect(balances.find(({ account }) => account === '900')?.balance).toBe(125_040)
  })
})
