import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

/** «Счёт» in any form. */
const word = /(?<![\p{L}-])сч[её]т(?:а|у|ом|е|ы|ов|ам|ами|ах)?(?!\p{L})/giu

/** The end of the text before the word, for the accounts that may be called so. */
const accounts = [
  // «Лицевой счёт»; a program may put the two words together.
  /лицев(?:ой|ого|ому|ым|ом|ые|ых|ыми)(?:\s|&nbsp;|["'`}])*$/iu,
  // Of a bank.
  /(?:расчётн|корреспондентск|банковск)(?:ый|ий|ого|ому|ым|им|ом|ие)\s$/iu,
]

/** Phrases that contain the word. */
const phrases = [
  // A payer's account at their bank, which SBP charges.
  /вашего счёта в банке|со счёта/giu,
  /карту или счёт|карт и счетов|привязать (?:ваш )?счёт|счёт (?:не )?привязан|счёт не сохранился/giu,
  /sbp'? \? '(?: или |этого )?счёта?(?: через СБП)?'/giu,
  // The specification's example of a proof question.
  /сумма последнего счёта/giu,
]

/** Texts that people read: of screens, letters and pages, and what documents say of them. */
const files = ['app', 'api', 'contract', 'content', 'docs', 'format']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /[.](?:tsx?|html|json|ya?ml|md|csv)$/.test(file))
  // A released migration never changes.
  .filter((file) => !/[.]test[.]tsx?$|^api\/db\/migrations\//.test(file))

const textOf = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return (/[.]tsx?$/.test(file) ? text.replace(comments, '') : text).replaceAll('\u00a0', ' ')
}

const bills = (text: string): string[] => {
  const allowed = phrases.flatMap((phrase) =>
    [...text.matchAll(phrase)].map(({ 0: { length }, index }) => ({ from: index, to: index + length })),
  )
  return [...text.matchAll(word)]
    .filter(({ index }) => {
      const before = text.slice(Math.max(0, index - 40), index)
      return (
        !accounts.some((account) => account.test(before)) &&
        !allowed.some(({ from, to }) => from <= index && index < to)
      )
    })
    .map(({ index }) => text.slice(Math.max(0, index - 40), index + 30).replace(/\s+/g, ' '))
}

test.each(['Ваш счёт за сентябрь', 'Счета за год', 'Оплатите счет', 'по счёту'])(
  '«%s» calls a bill by the word for an account',
  (text) => expect(bills(text)).toHaveLength(1),
)

test.each([
  'Лицевой счёт 1000200030',
  'по лицевому\n  счёту',
  "'лицевой'} счёт",
  'Расчётный счёт',
  'карту или счёт',
  'учёт и расчёт',
])('«%s» does not', (text) => expect(bills(text)).toEqual([]))

test('a bill is «квитанция» and an account «лицевой счёт» in every text', () => {
  expect(files.length).toBeGreaterThan(700)
  expect(files.flatMap((file) => bills(textOf(file)).map((text) => `${file}: …${text}…`))).toEqual([])
})
