import { Stack } from '../stack/stack'
import { Amount } from './amount'

export const title = 'Сумма'

export const examples = {
  Большая: (
    <Amount size="large" tone="due">
      103 214,56 ₽
    </Amount>
  ),
  'Средняя и в тексте': (
    <Stack gap="small">
      <Amount size="medium">12 480,00 ₽</Amount>
      <p>
        Последний платёж — <Amount>3 214,56 ₽</Amount>, зачислен 12 октября.
      </p>
      <Amount tone="done">+250,00 ₽</Amount>
    </Stack>
  ),
}
