import { Button } from '../button/button'
import { Stack } from '../stack/stack'
import { SecurityNote } from './security-note'

export const title = 'Заверение'

export const examples = {
  'Под кнопкой': (
    <Stack gap="small">
      <Button type="button" size="large">
        Оплатить
      </Button>
      <SecurityNote>
        Оплата на странице банка. Полного номера и кода карты мы не видим и не храним.
      </SecurityNote>
    </Stack>
  ),
}
