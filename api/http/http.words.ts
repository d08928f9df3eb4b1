import { longestIdempotencyKey } from 'contract/limits'

/** For requests to any endpoint. */
export const requestWords = {
  unreadable: 'Запрос не удалось разобрать.',
  notJson: 'Запрос должен быть в формате JSON.',
  tooLarge: 'Запрос слишком большой.',
  invalid: 'Запрос заполнен неверно.',
  noKey: 'В запросе нет ключа повторной отправки.',
  badKey: `Ключ повторной отправки — до ${longestIdempotencyKey} латинских букв, цифр и знаков без пробелов.`,
  unavailable: 'Сервис временно недоступен. Попробуйте ещё раз.',
}

/** For fields whose schema has no words of its own. */
export const fieldWords = {
  missing: 'Заполните это поле.',
  invalid: 'Неверное значение.',
}
