import { tableMoment } from 'format/dates'
import { amountForInput } from 'format/money'
import type { RegisterDays } from '../csv-register'
import type { RegisterEntry } from './register.repository'

const LINE_END = '\r\n'
/** The format's own limit on the purpose of a payment. */
const longestPurpose = 210

interface Exchange extends RegisterDays {
  sender: string
  now: Date
  /** Numbers of documents, by payment id: 1C recognizes a document by its number, day and sum. */
  numbers: ReadonlyMap<string, number>
}

/** A line of the format: a value can't have a line end. */
const field = (name: string, value: string) => `${name}=${value.replace(/\s+/g, ' ').trim()}${LINE_END}`

const fields = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => field(name, value))
    .join('')

const numericDay = (day: string) => day.split('-').reverse().join('.')

/**
 * Payments as a file of 1CClientBankExchange 1.03 (v8.1c.ru/edi/edi_stnd/100/101.htm), a document for each, to be written
 * in windows-1251. Without sections of balances: only the bank knows the balances of the payees' accounts.
 */
export const clientBankExchange = (entries: readonly RegisterEntry[], exchange: Exchange): string => {
  const { from, to, timeZone, sender, now, numbers } = exchange
  const created = tableMoment(now.toISOString(), timeZone)
  const accounts = [...new Set(entries.map(({ settlementAccount }) => settlementAccount))]
  return [
    `1CClientBankExchange${LINE_END}`,
    fields({
      ВерсияФормата: '1.03',
      Кодировка: 'Windows',
      Отправитель: sender,
      Получатель: '',
      ДатаСоздания: created.day,
      ВремяСоздания: `${created.time}:00`,
      ДатаНачала: numericDay(from),
      ДатаКонца: numericDay(to),
    }),
    ...accounts.map((account) => field('РасчСчет', account)),
    field('Документ', 'Платежное поручение'),
    ...entries.map((entry) => documentOf(entry, numbers.get(entry.paymentId), timeZone)),
    `КонецФайла${LINE_END}`,
  ].join('')
}

const documentOf = (entry: RegisterEntry, number: number | undefined, timeZone: string) => {
  const day = tableMoment(entry.madeAt, timeZone).day
  return [
    field('СекцияДокумент', 'Платежное поручение'),
    fields({
      Номер: String(number ?? ''),
      Дата: day,
      Сумма: amountForInput(entry.amount).replace(',', '.'),
      ПлательщикСчет: '',
      Плательщик: `Плательщик по лицевому счёту ${entry.account}`,
      // A file has only documents of its own days.
      ДатаПоступило: tableMoment(entry.at, timeZone).day,
      ПолучательСчет: entry.settlementAccount,
      Получатель: `ИНН ${entry.inn} ${entry.payeeName}`,
      ПолучательИНН: entry.inn,
      Получатель1: entry.payeeName,
      ПолучательРасчСчет: entry.settlementAccount,
      ПолучательБанк1: entry.bankName,
      ПолучательБИК: entry.bic,
      ПолучательКорсчет: entry.correspondentAccount,
      ...(entry.kpp !== null && { ПолучательКПП: entry.kpp }),
      ВидОплаты: '01',
      НазначениеПлатежа: purposeOf(entry, day).slice(0, longestPurpose),
    }),
    `КонецДокумента${LINE_END}`,
  ].join('')
}

const purposeOf = ({ account, paymentId }: RegisterEntry, day: string) =>
  `Оплата по лицевому счёту ${account}, принята ${day} на сайте. Платёж ${paymentId}`
