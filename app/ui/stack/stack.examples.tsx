import { Badge } from '../badge/badge'
import { Panel } from '../panel/panel'
import { Stack } from './stack'

export const title = 'Расстояния'

export const examples = {
  Столбец: (
    <Stack>
      <Panel>Первый</Panel>
      <Panel>Второй</Panel>
    </Stack>
  ),
  'Строка, которая переносится': (
    <Stack direction="row" gap="small">
      <Badge>По умолчанию</Badge>
      <Badge tone="due">К оплате</Badge>
      <Badge tone="paid">Оплачен</Badge>
    </Stack>
  ),
}
