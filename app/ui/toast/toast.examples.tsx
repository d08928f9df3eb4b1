import { Button } from '../button/button'
import { Stack } from '../stack/stack'

export const title = 'Всплывающее сообщение'

let count = 0

async function show(type: 'success' | 'error') {
  const { showToast } = await import('./show-toast')
  count += 1
  showToast({
    id: `example-toast-${count}`,
    type,
    text: type === 'success' ? 'Лицевой счёт добавлен' : 'Сервис временно недоступен. Попробуйте ещё раз.',
  })
}

export const examples = {
  'Появляется сверху посередине и уходит через 5 секунд': () => (
    <Stack direction="row">
      <Button type="button" kind="secondary" onClick={() => show('success')}>
        Показать успех
      </Button>
      <Button type="button" kind="secondary" onClick={() => show('error')}>
        Показать ошибку
      </Button>
    </Stack>
  ),
}
