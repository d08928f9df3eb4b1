import { longestAccountTitle } from 'contract/limits'
import type { ProofQuestion } from 'contract/problem'
import { accessCodeDigits, type ProofKind } from './proof'

/** At the fields of the forms. */
export const fieldWords = {
  account: 'Введите номер лицевого счёта.',
  longAccount: 'Слишком длинный номер.',
  longProof: 'Слишком длинный ответ.',
  noTitle: 'Введите название.',
  longTitle: `Название не длиннее ${longestAccountTitle} знаков.`,
  titleCharacters: 'Введите название без особых знаков.',
  noProof: 'Ответьте на вопрос.',
  wrongProof: 'Код доступа неверный. Сверьте его с последней квитанцией.',
}

export const problemWords = {
  noRight: 'На это у вас нет разрешения: доступ к лицевому счёту открыл вам его владелец, спросите его.',
  alreadyAdded: 'Этот лицевой счёт у вас уже добавлен.',
  unknownAccount: (account: string) =>
    `Лицевой счёт ${account} не найден. Сверьте номер с квитанцией: он напечатан в правом верхнем углу.`,
  notProvable:
    'Этот лицевой счёт пока нельзя добавить на сайте: для него ещё нет кода доступа. Напишите или позвоните нам, мы поможем.',
  proofRequired: 'Остался один вопрос: так мы убедимся, что лицевой счёт ваш.',
}

export const questions: Readonly<Record<ProofKind, ProofQuestion>> = {
  access_code: {
    label: 'Код доступа',
    digits: true,
    hint: `${accessCodeDigits} цифр, напечатаны на квитанции под номером лицевого счёта`,
  },
}
