import { MessageBanner } from './message-banner'

export const title = 'Сообщение'

/** The banner; with scripts the message becomes a toast. */
export const examples = {
  Успех: <MessageBanner message={{ type: 'success', text: 'Профиль сохранён' }} />,
  Ошибка: (
    <MessageBanner message={{ type: 'error', text: 'Сервис временно недоступен. Попробуйте ещё раз.' }} />
  ),
  'К сведению': <MessageBanner message={{ type: 'info', text: 'Мы отправили письмо на name@example.ru' }} />,
  Предупреждение: (
    <MessageBanner message={{ type: 'warning', text: 'Вы долго не заходили, поэтому войдите ещё раз' }} />
  ),
}
