import { dacha, flat, garage, internet } from './demo'
import type { ExamplesOf } from './example'
import { noRight, nothingFound, signedOut, tooManyTries, unknownAccount, wrongFields } from './problems'

export const accountsExamples: ExamplesOf<
  'addAccount' | 'accounts' | 'setDefaultAccount' | 'changeAccountTitle' | 'deleteAccount' | 'defaultAccount'
> = {
  addAccount: {
    request: { body: { account: dacha, proof: '83146920' } },
    answer: {
      data: {
        account: dacha,
        title: 'Дача',
        address: 'г. Тихобережск, СНТ «Ветерок», участок 76',
        payer: 'С…в М. Ю.',
        balance: 84_632,
        isDefault: false,
        lastInvoice: { period: '2026-10', total: 84_632, dueAt: '2026-11-15' },
      },
    },
    problems: {
      401: signedOut,
      404: unknownAccount,
      409: [{ message: 'Этот лицевой счёт у вас уже добавлен.' }],
      422: [
        {
          code: 'proof_required',
          message: 'Остался один вопрос: так мы убедимся, что лицевой счёт ваш.',
          proof: {
            label: 'Код доступа',
            hint: '8 цифр, напечатаны на квитанции под номером лицевого счёта',
          },
        },
        {
          code: 'proof_required',
          message: 'Код доступа неверный. Сверьте его с последней квитанцией.',
          proof: {
            label: 'Код доступа',
            hint: '8 цифр, напечатаны на квитанции под номером лицевого счёта',
          },
          errors: { proof: ['Код доступа неверный. Сверьте его с последней квитанцией.'] },
        },
      ],
      429: tooManyTries,
    },
  },
  accounts: {
    request: { query: { filter: 'садовая' } },
    answer: {
      data: [
        {
          account: flat,
          title: 'Квартира',
          address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
          payer: 'В…а А. С.',
          balance: 0,
          isDefault: true,
          lastInvoice: { period: '2026-10', total: 0, dueAt: '2026-11-15' },
        },
        {
          account: internet,
          title: 'Интернет и телефон',
          address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
          payer: 'В…а А. С.',
          balance: 115_940,
          isDefault: false,
          lastInvoice: { period: '2026-10', total: 115_940, dueAt: '2026-11-30' },
        },
      ],
    },
    problems: { 401: signedOut },
  },
  setDefaultAccount: { request: { id: internet }, problems: { 401: signedOut, 404: nothingFound } },
  changeAccountTitle: {
    request: { id: flat, body: { title: 'Мамина квартира' } },
    answer: {
      data: {
        account: flat,
        title: 'Мамина квартира',
        companyTitle: 'Квартира',
        address: 'г. Тихобережск, ул. Садовая, д. 14, кв. 27',
        payer: 'В…а А. С.',
        balance: 0,
        isDefault: true,
        lastInvoice: { period: '2026-10', total: 0, dueAt: '2026-11-15' },
      },
    },
    problems: {
      401: signedOut,
      404: nothingFound,
      422: [wrongFields({ title: ['Название не должно быть длиннее 40 знаков'] })],
    },
  },
  deleteAccount: { request: { id: garage }, problems: { 401: signedOut, 403: noRight, 404: nothingFound } },
  defaultAccount: { request: {}, answer: { account: flat }, problems: { 401: signedOut } },
}
