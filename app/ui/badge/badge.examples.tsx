import { Stack } from '../stack/stack'
import { Badge } from './badge'

export const title = 'Состояние'

export const examples = {
  Все: (
    <Stack direction="row" gap="small">
      <Badge>По умолчанию</Badge>
      <Badge tone="accent">Основной</Badge>
      <Badge tone="due">К оплате до 10 ноября</Badge>
      <Badge tone="overdue">Просрочен</Badge>
      <Badge tone="paid">Оплачен</Badge>
    </Stack>
  ),
}
