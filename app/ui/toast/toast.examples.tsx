import { Button } from '../button/button'
import type { MessageType } from '../flash-message/message'
import { Stack } from '../stack/stack'
import { loadToasts } from './load-toasts'

export const title = 'Всплывающее сообщение'

const shown: readonly [button: string, type: MessageType, text: string][] = [
  ['Показать успех', 'success', 'Лицевой счёт добавлен'],
  ['Показать ошибку', 'error', 'Сервис временно недоступен. Попробуйте ещё раз.'],
  ['Показать сведения', 'info', 'Мы отправили письмо на name@example.ru'],
  ['Показать предупреждение', 'warning', 'Вы долго не заходили, поэтому войдите ещё раз'],
]

let count = 0

async function show(type: MessageType, text: string) {
  const { showToast } = await loadToasts()
  count += 1
  showToast({ id: `example-toast-${count}`, type, text: `${count}. ${text}` })
}

export const examples = {
  'Появляется сверху посередине и уходит через 5 секунд': () => (
    <Stack direction="row">
      {shown.map(([button, type, text]) => (
        <Button key={type} type="button" kind="secondary" onClick={() => show(type, text)}>
          {button}
        </Button>
      ))}
    </Stack>
  ),
}
