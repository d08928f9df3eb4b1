import { readdirSync, readFileSync } from 'node:fs'
import { maskAccount } from 'api/accounts'
import { accountAccessEndedLetter, accountAddedLetter } from 'api/accounts/accounts.letters'
import {
  autopaymentFailedLetter,
  autopaymentNotConnectedLetter,
  autopaymentOverLimitLetter,
  autopaymentRetryLetter,
  autopaymentStoppedLetter,
  autopaymentSuspendedLetter,
  autopaymentUnpayableLetter,
  autopaymentWarningLetter,
} from 'api/autopayments/autopayments.letters'
import { importReportLetter } from 'api/company-data/unattended/import-report.letters'
import {
  accessConfirmedLetter,
  accessEndedLetter,
  accessOpenedLetter,
  accessToConfirmLetter,
  accessWaitingLetter,
  invitationLetter,
} from 'api/family/family.letters'
import { newInvoicesLetter, unpaidInvoicesLetter } from 'api/invoice-letters/invoices.letters'
import { deletionLetter } from 'api/my-data/deletion.letters'
import { paymentReceiptLetter } from 'api/payments/outcome/payments.letters'
import { refundLetter } from 'api/payments/refunds/refunds.letters'
import { readingsReceiptLetter, readingsReminderLetter } from 'api/readings/readings.letters'
import {
  emailChangedLetter,
  emailChangeLetter,
  emailChangeNoticeLetter,
  emailTakenLetter,
  newDeviceLetter,
  passwordChangedLetter,
  passwordResetLetter,
  registrationAttemptLetter,
  secondStepOffLetter,
  secondStepOnLetter,
  verificationLetter,
} from 'api/users/users.letters'
import { toKopecks } from 'contract/money'
import { DAY, HOUR } from 'format/durations'
import { describe, expect, it } from 'vitest'
import { type LetterCompany, type LetterSite, plainCompany } from './letter'
import { letterFacts } from './letter-facts'

const siteOf = (company: LetterCompany): LetterSite => ({
  publicUrl: 'https://lk.example.ru/',
  company: () => company,
})
const site = siteOf(plainCompany('Дом и свет'))
const link = { id: 'id/1', code: 'a&b=c', validForMs: DAY }

const inMoscow = (from: LetterSite) => ({ ...from, timeZone: 'Europe/Moscow' })
const account = '1234567890'
const otherAccount = '1234567891'
const chargeAt = new Date('2026-11-14T21:30:00.000Z')
const declineReason = 'insufficient_funds'

const ownInvoice = {
  period: '2026-11',
  dueAt: '2026-12-15',
  left: 432_150,
  charge: null,
}
const payment = {
  id: 'id/1',
  amount: toKopecks(260_091),
  paidAt: '2026-11-14T21:30:00.000Z',
}

interface Chosen {
  newEmail?: string
  /** The customer's own name for each account. */
  ownTitle?: string | null
}

const letters = (from: LetterSite, { newEmail = 'new@example.ru', ownTitle = null }: Chosen = {}) => {
  const own = { account, ownTitle }
  const other = { account: otherAccount, ownTitle }
  const about = { ...own, card: 'Мир •• 2987' }
  return {
    verification: verificationLetter(from, link),
    passwordReset: passwordResetLetter(from, { ...link, validForMs: HOUR / 3 }),
    registrationAttempt: registrationAttemptLetter(from),
    emailChange: emailChangeLetter(from, link),
    emailChangeNotice: emailChangeNoticeLetter(from, {
      newEmail,
      undo: { ...link, validForMs: 7 * DAY },
    }),
    emailTaken: emailTakenLetter(from),
    passwordChanged: passwordChangedLetter(from),
    newDevice: newDeviceLetter(inMoscow(from), {
      device: 'Chrome, Android',
      signedInAt: '2026-11-14T21:30:00.000Z',
      link: { ...link, validForMs: 7 * DAY },
    }),
    secondStepOn: secondStepOnLetter(from),
    secondStepOff: secondStepOffLetter(from),
    emailChanged: emailChangedLetter(from, { newEmail }),
    emailChangedWithUndo: emailChangedLetter(from, { newEmail, undo: link }),
    accountAdded: accountAddedLetter(inMoscow(from), {
      ...own,
      name: 'Анна Ковалёва',
      addedAt: chargeAt,
    }),
    accountAccessEnded: accountAccessEndedLetter(from, own),
    autopaymentWarning: autopaymentWarningLetter(inMoscow(from), about, {
      amount: toKopecks(260_091),
      chargeAt,
      optOut: link,
    }),
    autopaymentRetry: autopaymentRetryLetter(inMoscow(from), about, {
      amount: toKopecks(260_091),
      declineReason,
      retryOn: '2026-04-05',
      optOut: link,
    }),
    autopaymentFailed: autopaymentFailedLetter(inMoscow(from), about, {
      amount: toKopecks(260_091),
      declineReason,
    }),
    autopaymentOverLimit: autopaymentOverLimitLetter(inMoscow(from), about, {
      amount: toKopecks(260_091),
      limit: toKopecks(200_000),
    }),
    autopaymentSuspended: autopaymentSuspendedLetter(inMoscow(from), about, { stopReason: declineReason }),
    autopaymentStopped: autopaymentStoppedLetter(inMoscow(from), about),
    autopaymentUnpayable: autopaymentUnpayableLetter(inMoscow(from), about, {
      why: 'account_too_long',
      amount: toKopecks(260_091),
    }),
    autopaymentOtherPayee: autopaymentUnpayableLetter(inMoscow(from), about, {
      why: 'other_payee',
      amount: toKopecks(260_091),
    }),
    autopaymentNotConnected: autopaymentNotConnectedLetter(inMoscow(from), about, {
      amount: toKopecks(260_091),
    }),
    deletion: deletionLetter(inMoscow(from), {
      deletionId: '4f1c',
      eraseAt: '2026-12-14T21:30:00.000Z',
      undo: link,
    }),
    paymentReceipt: paymentReceiptLetter(inMoscow(from), {
      account,
      ownTitle: null,
      ...payment,
      forGuest: true,
      late: true,
    }),
    paymentReceiptOfCustomer: paymentReceiptLetter(inMoscow(from), {
      ...own,
      ...payment,
      forGuest: false,
      late: false,
    }),
    refund: refundLetter(inMoscow(from), {
      ...own,
      ...payment,
      refunded: toKopecks(100),
      refundedInAll: toKopecks(200),
      debtIncrease: toKopecks(100),
      forGuest: false,
    }),
    readingsReceipt: readingsReceiptLetter(inMoscow(from), {
      number: 'П-2026-000123',
      ...own,
      acceptedAt: '2026-11-14T21:30:00.000Z',
      readings: [
        { name: 'Холодная вода, кухня', unit: 'м³', value: '125.25', previous: '120.5', volume: '4.75' },
        { name: 'Электроэнергия, ночь', unit: 'кВт·ч', value: '310', previous: null, volume: '310' },
      ],
    }),
    readingsReminder: readingsReminderLetter(from, {
      today: '2026-11-22',
      lastDay: '2026-11-25',
      meters: [
        { ...own, service: 'Холодная вода', place: 'кухня' },
        { ...other, service: 'Электроэнергия', place: null },
      ],
      stop: link,
    }),
    newInvoice: newInvoicesLetter(from, { invoices: [{ ...own, ...ownInvoice }], stop: link }),
    newInvoices: newInvoicesLetter(from, {
      invoices: [
        { ...own, ...ownInvoice },
        { ...other, ...ownInvoice, charge: { day: null, card: 'Мир •• 2987' } },
      ],
      stop: link,
    }),
    unpaidInvoice: unpaidInvoicesLetter(from, {
      invoices: [{ ...own, ...ownInvoice }],
      stop: link,
      today: '2026-12-12',
    }),
    unpaidInvoices: unpaidInvoicesLetter(from, {
      invoices: [
        { ...own, ...ownInvoice },
        { ...other, ...ownInvoice, dueAt: '2026-12-14' },
      ],
      stop: link,
      today: '2026-12-14',
    }),
    invitation: invitationLetter(inMoscow(from), {
      link,
      from: 'Анна Ковалёва',
      account,
      rights: { readings: true, pay: false },
      until: '2026-12-31',
      expiresAt: '2026-11-21T21:30:00.000Z',
    }),
    accessOpened: accessOpenedLetter(inMoscow(from), {
      ...own,
      who: 'М…а С. П.',
      rights: { readings: false, pay: true },
      until: null,
    }),
    accessToConfirm: accessToConfirmLetter(inMoscow(from), {
      ...own,
      who: 'М…а С. П.',
      isWaiting: true,
    }),
    accessAccepted: accessToConfirmLetter(inMoscow(from), {
      ...own,
      who: 'М…а С. П.',
      isWaiting: false,
    }),
    accessWaiting: accessWaitingLetter(inMoscow(from), about),
    accessConfirmed: accessConfirmedLetter(inMoscow(from), {
      account,
      rights: { readings: true, pay: true },
      until: '2026-12-31',
    }),
    accessEnded: accessEndedLetter(inMoscow(from), own),
    importReport: importReportLetter(from, 'payments-2026-10-05.csv', {
      outcome: 'refused',
      kind: 'payments',
      sha256: '',
      lines: 20_000,
      counts: {},
      faults: 120,
      firstFaults: [{ line: 7, column: 'Сумма', reason: '«…» — не сумма' }],
      leftOut: 0,
      held: 0,
      firstHeld: [],
    }),
  }
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const linksOf = (text: string) => text.split('\n').filter((line) => line.includes('://'))

describe.each(Object.entries(letters(site)))('the letter %s', (_, letter) => {
  it('greets, is signed by the site, and says that nobody reads answers', () => {
    for (const part of [letter.text, letter.html]) {
      expect(part).toContain('Здравствуйте!')
      expect(part).toContain('Дом и свет')
      expect(part).toContain('отвечать на него не нужно')
    }
  })

  it('has each link alone on its line, on the public address, without a doubled slash', () => {
    const links = linksOf(letter.text)
    expect(links.length).toBeGreaterThan(0)
    for (const line of links) expect(line).toMatch(/^https:\/\/lk\.example\.ru\/(?!\/)[!-~]*$/)
  })

  it('has the same links in the HTML part', () => {
    const html = letter.html.replaceAll('&amp;', '&')
    for (const line of linksOf(letter.text)) expect(html).toContain(`href="${line}"`)
  })

  it('leads to no other site, not even a path further', () => {
    const addresses = `${letter.text}\n${letter.html}`.match(/\b(?:https?:)?\/\/[^\s"'<>)]+/g) ?? []
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses)
      expect(new URL(address, 'https://other.example').host).toBe('lk.example.ru')
  })

  it('begins in the HTML part, for lists of letters, with what it says, not with the greeting', () => {
    const [, hidden = ''] = /<div style="display:none[^"]*">([^<]*)<\/div>/.exec(letter.html) ?? []
    expect(hidden).not.toBe('')
    expect(letter.html.split(hidden)).toHaveLength(3)
    expect(letter.html.indexOf(hidden)).toBeLessThan(letter.html.indexOf('Здравствуйте!'))
  })

  it('is Russian HTML that loads nothing and tracks nobody', () => {
    expect(letter.html).toContain('<html lang="ru">')
    expect(letter.html).not.toMatch(/<(img|link|script|style|iframe)|url\(|src=/i)
  })

  it('fits the lines that mail servers accept', () => {
    const lines = `${letter.text}\n${letter.html}`.split('\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(998)
  })
})

describe('a charge of an autopayment whose outcome the bank never told', () => {
  it('is not called a failure: its customer is asked to look', () => {
    const letter = autopaymentFailedLetter(
      inMoscow(site),
      { account, ownTitle: null, card: 'Мир •• 2987' },
      {
        amount: toKopecks(260_091),
        declineReason: 'no_answer',
      },
    )
    expect(letter.subject).toMatch(/^Неизвестно, списаны ли 2\u00a0600,91\u00a0₽$/)
    expect(letter.text).toContain(
      'Проверьте списания по карте. Если деньги списаны, позвоните или напишите нам',
    )
    expect(letter.text).not.toMatch(/Не удалось|не прошёл/)
  })
})

describe('letters', () => {
  it('are all tested here', async () => {
    const files = readdirSync('api', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.letters.ts'),
    )
    const exported = await Promise.all(
      files.map(async (file): Promise<object> => import(/* @vite-ignore */ `../${file}`)),
    )
    const names = exported.flatMap(Object.keys).filter((name) => name.endsWith('Letter'))
    expect(names).toContain('verificationLetter')
    const tested = Object.keys(letters(site)).map((name) => `${name}Letter`)
    expect(names.filter((name) => !tested.includes(name))).toEqual([])
  })

  it('tell how long a link is valid', () => {
    const { verification, passwordReset, emailChange, emailChangeNotice, emailChangedWithUndo } =
      letters(site)
    expect(plain(verification.text)).toContain('действует 24 часа')
    expect(plain(passwordReset.text)).toContain('действует 20 минут')
    expect(plain(emailChange.text)).toContain('действует 24 часа')
    expect(plain(emailChangeNotice.text)).toContain('действует 7 дней')
    expect(plain(emailChangedWithUndo.text)).toContain('действует 24 часа')
  })

  it('lead to the pages that the portal has for them, with id and code encoded', () => {
    const { verification, passwordReset, registrationAttempt, emailChange, emailChangeNotice } = letters(site)
    expect(linksOf(verification.text)).toContain('https://lk.example.ru/verify-email/id%2F1?code=a%26b%3Dc')
    expect(linksOf(passwordReset.text)).toContain(
      'https://lk.example.ru/change-password/id%2F1?code=a%26b%3Dc',
    )
    expect(linksOf(emailChange.text)).toContain(
      'https://lk.example.ru/personal/change-email?id=id%2F1&code=a%26b%3Dc',
    )
    expect(linksOf(emailChangeNotice.text)).toContain(
      'https://lk.example.ru/change-email-undo/id%2F1?code=a%26b%3Dc',
    )
    expect(linksOf(registrationAttempt.text)).toEqual(
      expect.arrayContaining(['https://lk.example.ru/login', 'https://lk.example.ru/forgot-password']),
    )
  })

  it('about a new device say when it was, which, and what to do', () => {
    const { newDevice } = letters(site)
    expect(plain(newDevice.text)).toContain('Когда: 15 ноября 2026 г., 0:30. Устройство: Chrome, Android.')
    expect(plain(newDevice.text)).toContain('действует 7 дней и срабатывает один раз')
    expect(linksOf(newDevice.text)).toContain('https://lk.example.ru/not-me/id%2F1?code=a%26b%3Dc')
  })

  it('of an autopayment say when and how much, and how to refuse, and hide the account’s number', () => {
    const { autopaymentWarning, autopaymentRetry, autopaymentOverLimit } = letters(site)
    expect(plain(autopaymentWarning.subject)).toBe('15 ноября спишем 2 600,91 ₽')
    for (const { text } of [autopaymentWarning, autopaymentRetry]) {
      expect(linksOf(text)).toContain('https://lk.example.ru/autopay-refuse/id%2F1?code=a%26b%3Dc')
    }
    expect(plain(autopaymentOverLimit.text)).toMatch(/2 600,91 ₽.*2 000,00 ₽/)
    for (const { text } of [autopaymentWarning, autopaymentOverLimit]) {
      expect(plain(text).replace(/https:\S+/g, '')).not.toContain(account)
    }
  })

  it('about a payment say what to do when the reader did not make it: only a guest’s address may be mistyped', () => {
    const { paymentReceipt, paymentReceiptOfCustomer } = letters(site)
    const newPassword = 'https://lk.example.ru/forgot-password'
    expect(paymentReceipt.text).toContain('кто-то ошибся адресом')
    expect(linksOf(paymentReceipt.text)).not.toContain(newPassword)
    expect(paymentReceiptOfCustomer.text).toContain('Если этот платёж сделали не вы и это не ваш автоплатёж')
    expect(linksOf(paymentReceiptOfCustomer.text)).toContain(newPassword)
    expect(paymentReceiptOfCustomer.text).not.toMatch(/удалите это письмо|ошибся адресом/)
  })

  it('about invoices say how much and by when, how it is paid, and hide the account’s number', () => {
    const { newInvoice, newInvoices, unpaidInvoice, unpaidInvoices } = letters(site)
    expect(plain(newInvoice.subject)).toBe('Новая квитанция: 4 321,50 ₽ до 15 декабря')
    expect(plain(newInvoices.subject)).toBe('Новые квитанции: всего 8 643,00 ₽')
    expect(plain(newInvoices.text)).toContain(
      'Спишем автоплатежом с карты Мир •• 2987, за сутки до этого напишем. Платить самим не нужно.',
    )
    expect(plain(unpaidInvoice.subject)).toBe('Оплатите квитанцию до 15 декабря: 4 321,50 ₽')
    expect(plain(unpaidInvoices.text)).toContain(
      'По 2 лицевым счетам к оплате ещё 8 643,00 ₽, ближайший срок — до 14 декабря: сегодня последний день.',
    )
    for (const { text } of [newInvoice, newInvoices, unpaidInvoice, unpaidInvoices]) {
      expect(linksOf(text)).toContain('https://lk.example.ru/invoice-letters-off/id%2F1?code=a%26b%3Dc')
      expect(plain(text).replace(/https:\S+/g, '')).not.toContain(account)
    }
  })

  it('never carry a line break or a control character into the subject', () => {
    const hostile = siteOf(plainCompany('Дом\r\nBcc: all@example.ru\u0000'))
    for (const { subject, text } of Object.values(letters(hostile, { newEmail: 'a@b.ru\r\nBcc: c@d.ru' }))) {
      expect(subject).not.toMatch(/\p{Cc}/u)
      expect(text).not.toContain('\r')
    }
  })

  it('never double the quotation marks of a name', () => {
    const company = siteOf(plainCompany('УК «Берёзовая роща»'))
    for (const { subject, text } of Object.values(letters(company, { ownTitle: 'Дача «Ветерок»' })))
      expect(`${subject}\n${text}`).not.toMatch(/«[^»]*«/)
    expect(letters(siteOf(plainCompany('УК «Берёзовая роща»'))).verification.text).toContain(
      'на сайте «УК „Берёзовая роща“»',
    )
  })

  it('escape what customers and operators wrote', () => {
    const hostile = siteOf(plainCompany('<b>"Дом" & \'свет\'</b>'))
    for (const { html } of Object.values(letters(hostile, { newEmail: '"<img src=x>"@example.ru' }))) {
      expect(html).not.toContain('<b>')
      expect(html).not.toContain('<img')
      expect(html).toContain('&lt;b&gt;&quot;Дом&quot; &amp; &#39;свет&#39;&lt;/b&gt;')
    }
  })
})

describe('the customer’s own name of an account', () => {
  const named = [
    'accountAdded',
    'accountAccessEnded',
    'autopaymentWarning',
    'autopaymentRetry',
    'autopaymentFailed',
    'autopaymentOverLimit',
    'autopaymentSuspended',
    'autopaymentStopped',
    'autopaymentUnpayable',
    'autopaymentOtherPayee',
    'autopaymentNotConnected',
    'paymentReceiptOfCustomer',
    'refund',
    'readingsReceipt',
    'readingsReminder',
    'newInvoice',
    'newInvoices',
    'unpaidInvoice',
    'unpaidInvoices',
    'accessOpened',
    'accessToConfirm',
    'accessAccepted',
    'accessEnded',
  ]
  /** To a guest, and to somebody who cannot have named the account yet: with the number alone. */
  const withoutTitle = ['paymentReceipt', 'invitation', 'accessWaiting', 'accessConfirmed']
  const letterNamed = (ownTitle: string) => Object.entries(letters(site, { ownTitle }))

  it('stands beside the number in every letter that names the account, and in no other', () => {
    for (const [name, { text, html }] of letterNamed('Мамина квартира')) {
      const words = `${maskAccount(account)} («Мамина квартира»)`
      expect(text.includes(words), name).toBe(named.includes(name))
      expect(html.includes(words), name).toBe(named.includes(name))
      expect(text.includes(maskAccount(account)), name).toBe([...named, ...withoutTitle].includes(name))
    }
  })

  it('does nothing as markup or as a placeholder, and stands in no subject of ours', () => {
    for (const [name, { subject, text, html }] of letterNamed('<img src=x>{{amount}}')) {
      expect(html, name).not.toContain('<img')
      expect(text.includes('(«<img src=x>{{amount}}»)'), name).toBe(named.includes(name))
      expect(subject, name).not.toContain('img')
    }
  })

  it('in Hebrew or Arabic leaves the words and sums around it as they are', () => {
    const { autopaymentOverLimit } = letters(site, { ownTitle: 'דירה של אמא' })
    expect(plain(autopaymentOverLimit.text)).toContain(
      'По лицевому счёту •••• 7890 («\u2068דירה של אמא\u2069») к списанию 2 600,91 ₽',
    )
  })

  it('of forty four-byte signs fits the lines that mail servers accept', () => {
    for (const [, { text, html }] of letterNamed('🏠'.repeat(40)))
      for (const line of `${text}\n${html}`.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(998)
  })

  it('that a company puts into a subject stays on one line of the header', () => {
    const texts = { refund: { subject: 'Возврат по {{account}}' } }
    const own = siteOf({ ...plainCompany('Исток'), texts })
    const { refund } = letters(own, { ownTitle: 'Дача\r\nBcc: all@example.ru' })
    expect(plain(refund.subject)).toBe('Возврат по •••• 7890 («Дача Bcc: all@example.ru»)')
  })
})

describe('a company of its own', () => {
  const own = siteOf({
    ...plainCompany('Исток'),
    accent: '#7a1f5c',
    greeting: 'Добрый день!',
    signature: ['Ваш «Исток»', 'ООО «Исток» & партнёры, ИНН 5099003455'],
    footer: 'Ответы на это письмо читает диспетчер.',
    texts: {
      'payment-receipt': {
        subject: 'Получили {{amount}}',
        intro: '{{amount}} за {{account}} пришли {{paid_at}}.',
      },
      'password-changed': { intro: 'Пароль новый.\nА кабинет прежний.' },
    },
  })

  it.each(Object.entries(letters(own)))(
    'has its look and its words in the letter %s',
    (_, { text, html }) => {
      expect(text).toMatch(/^Добрый день!\n\n/)
      expect(plain(text)).toMatch(
        /\n—\nВаш «Исток»\nООО «Исток» & партнёры, ИНН 5099003455\nhttps:\/\/lk\.example\.ru\/\n\nОтветы на это письмо читает диспетчер\.\n$/,
      )
      for (const words of [
        'Добрый день!',
        'Ваш «Исток»</a>',
        'ООО «Исток» &amp; партнёры',
        'читает диспетчер',
      ])
        expect(html).toContain(words)
      expect(html).toContain('#7a1f5c')
      expect(`${text}${html}`).not.toMatch(/#0a5557|\{\{/)
    },
  )

  it('writes subjects and first paragraphs itself, with the facts of the letter; the rest stays', () => {
    const { paymentReceipt, passwordChanged, passwordReset } = letters(own)
    expect(plain(paymentReceipt.subject)).toBe('Получили 2 600,91 ₽')
    expect(plain(paymentReceipt.text)).toContain(
      `\n\n2 600,91 ₽ за ${plain(maskAccount(account))} пришли 15 ноября 2026 г., 0:30.\n\n`,
    )
    expect(plain(paymentReceipt.text)).not.toContain('Спасибо!')
    expect(linksOf(paymentReceipt.text)).toContain('https://lk.example.ru/pay/success?payment=id%2F1')
    expect(passwordChanged.subject).toBe('Пароль изменён')
    expect(passwordChanged.text).toContain('\n\nПароль новый. А кабинет прежний.\n\nЕсли пароль сменили вы')
    expect(passwordReset).toMatchObject({ subject: letters(site).passwordReset.subject })
  })

  it.each(Object.entries(letterFacts))('can look up the facts of %s in content/README.md', (kind, facts) => {
    const row = readFileSync('content/README.md', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('| `') && line.split('|')[1]?.includes(`\`${kind}\``))
    const told = facts.length === 0 ? 'none' : facts.map((fact) => `\`${fact}\``).join(', ')
    expect(row?.split('|')[2]?.trim()).toBe(told)
  })

  it('fills every fact that a letter offers', () => {
    const telling = siteOf({
      ...plainCompany('Исток'),
      texts: Object.fromEntries(
        Object.entries(letterFacts).map(([kind, facts]) => [
          kind,
          { intro: `Важно: ${facts.map((fact) => `{{${fact}}}`).join(' | ')}.` },
        ]),
      ),
    })
    const all = Object.values(letters(telling))
    expect(all.filter(({ text }) => text.includes('Важно: '))).toEqual(all)
    for (const { text } of all) expect(text).not.toMatch(/\{\{|undefined|\| \|/)
  })
})
