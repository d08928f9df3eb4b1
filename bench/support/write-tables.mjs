import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

const number = (n) => String(7_000_000_000 + n)
const rubles = (kopecks) => (kopecks / 100).toFixed(2)

/** For each kind: its fields, and the lines of the n-th account. An invoice has three services. */
const KINDS = {
  accounts: {
    fields:
      'account;title;address;payer;area;residents;payee_name;payee_inn;payee_bank;payee_bic;payee_correspondent_account;payee_settlement_account',
    lines: (n) => [
      `${number(n)};Квартира;г. Дворовск, ул. Школьная, д. ${n % 900}, кв. ${n % 240};Орлова Мария Павловна;${30 + (n % 50)}.5;${1 + (n % 5)};ООО «Ваш двор»;5099006417;АО «Тихобережный банк», г. Тихобережск;044599871;30101810800000000871;40703810320000005317`,
    ],
  },
  balances: {
    fields: 'account;day;balance',
    lines: (n) => [`${number(n)};2026-10-01;${rubles((n % 40) * 5_000)}`],
  },
  invoices: {
    fields: 'account;period;issued;due;opening;service;unit;volume;tariff;charged;invoice_total',
    lines(n) {
      const head = `${number(n)};2026-09;2026-10-01;2026-10-15;${rubles((n % 40) * 5_000)}`
      const total = rubles((n % 40) * 5_000 + 300_000)
      return ['Содержание жилья', 'Холодная вода', 'Отопление'].map(
        (service) => `${head};${service};м3;12.5;80.00;1000.00;${total}`,
      )
    },
  },
  payments: {
    fields: 'id;account;day;amount;origin',
    lines: (n) => [`${n};${number(n)};2026-10-${String(1 + (n % 28)).padStart(2, '0')};1234.50;Касса`],
  },
}

/** The kinds in the order in which they are imported. */
export const kinds = Object.keys(KINDS)

/** Writes a table with lines for `accounts` accounts to a file, and returns its path. */
export const writeTable = async (folder, kind, accounts) => {
  const { fields, lines } = KINDS[kind]
  const path = join(folder, `${kind}.csv`)
  const file = createWriteStream(path)
  file.write(`${fields}\n`)
  for (let n = 0; n < accounts; n += 1)
    if (!file.write(lines(n).join('\n').concat('\n'))) await once(file, 'drain')
  file.end()
  await once(file, 'close')
  return path
}

/** The n-th account's number. */
export const accountNumber = number
