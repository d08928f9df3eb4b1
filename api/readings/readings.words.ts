import { mostReadingsOnPage } from 'contract/limits'
import { formatDays } from 'format/dates'
import { count } from 'format/plural'
import type { ValueProblem } from './readings.errors'

const DIGITS = ['цифры', 'цифр', 'цифр'] as const

export const problemWords = {
  nothingSent: 'Введите показание хотя бы одного счётчика.',
  windowClosed: (from: string, to: string) =>
    `Сейчас показания не принимаем. Следующий приём ${formatDays(from, to)}.`,
  wrongValues: 'Проверьте показания.',
  unusual: 'Показания не похожи на прошлые. Проверьте их и подтвердите, если всё верно.',
  rollover: 'Вероятно, опечатка: показание меньше прошлого. Сверьте его со счётчиком.',
  correction:
    'Показание меньше того, что вы передали раньше в этом месяце. Если исправляете его, подтвердите: посчитаем по новому.',
  swapped: 'Похоже, показания дня и ночи попали не в свои поля. Проверьте их.',
  unknownReminderLink: 'Ссылка устарела или скопирована не целиком.',
  tooMany: 'За последние сутки по этому лицевому счёту показания уже передавали много раз.',
}

export const queryWords = {
  cursor: 'Такой страницы нет.',
  limit: `Нужно число от 1 до ${mostReadingsOnPage}.`,
}

export const valueWords = (problem: ValueProblem): string => {
  switch (problem.code) {
    case 'unknown_meter':
      return 'Такого счётчика по этому лицевому счёту нет.'
    case 'unknown_zone':
      return 'У этого счётчика нет такой зоны.'
    case 'not_a_number':
      return 'Введите число, например 1234,5.'
    case 'negative':
      return 'Показание не бывает меньше нуля.'
    case 'too_long':
      return `У этого счётчика не больше ${count(problem.digits, DIGITS)} до запятой.`
    case 'too_precise':
      return problem.decimals === 0
        ? 'Введите только целое число, без знаков после запятой.'
        : `Оставьте не больше ${count(problem.decimals, DIGITS)} после запятой.`
  }
}
