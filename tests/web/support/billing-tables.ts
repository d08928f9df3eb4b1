import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, addMonths } from 'format/dates'
import iconv from 'iconv-lite'

const day = (iso: string) => iso.split('-').reverse().join('.')

/**
 * The tables of an invented company, as its billing exports them: windows-1251 with semicolons, and their columns in YAML.
 * The flat owes 1 250,40 at the beginning of the month of `today`, and 500,00 are charged for the month before.
 */
export const writeBillingTables = (folder: string, today: string) => {
  const month = today.slice(0, 7)
  const first = `${month}-01`
  const period = addMonths(month, -1).split('-').reverse().join('.')
  const due = day(addDays(first, 14))
  const tables = {
    accounts: [
      'Лицевой счёт;Адрес;Плательщик',
      '77000017;г. Дворовск, ул. Школьная, д. 3, кв. 17;Орлова Мария Павловна',
      '77000018;г. Дворовск, ул. Школьная, д. 3, кв. 18;Сомов Андрей Ильич',
    ],
    balances: ['Лицевой счёт;Долг', '77000017;1 250,40', '77000018;-300,00'],
    invoices: [
      'Лицевой счёт;Месяц;Выставлен;Оплатить до;Долг на начало;Услуга;Начислено;Итого к оплате',
      `77000017;${period};${day(first)};${due};1 250,40;Содержание жилья;500,00;1 750,40`,
      `77000018;${period};${day(first)};${due};-300,00;Содержание жилья;410,00;110,00`,
    ],
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, lines] of Object.entries(tables))
    writeFileSync(join(folder, `${name}.csv`), iconv.encode(`${lines.join('\r\n')}\r\n`, 'win1251'))
  for (const [name, columns] of Object.entries(columnsOn(day(first))))
    writeFileSync(join(folder, `${name}.yaml`), columns)
}

const columnsOn = (first: string) => ({
  accounts: `columns:
  account: Лицевой счёт
  address: Адрес
  payer: Плательщик
  payee: { value: yard }
payees:
  - id: yard
    name: ООО «Ваш двор»
    inn: 5099006417
    bank: АО «Тихобережный банк», г. Тихобережск
    bic: 044599871
    correspondent_account: 30101810800000000871
    settlement_account: 40703810320000005317
`,
  balances: `columns:
  account: Лицевой счёт
  balance: Долг
  day: { value: ${first} }
`,
  invoices: `columns:
  account: Лицевой счёт
  period: Месяц
  issued: Выставлен
  due: Оплатить до
  opening: Долг на начало
  service: Услуга
  charged: Начислено
  invoice_total: Итого к оплате
`,
})
