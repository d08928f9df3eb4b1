import { Stack } from '../stack/stack'
import { ShareButton } from './share-button'

export const title = 'Поделиться'

export const examples = {
  'Только там, где браузер умеет передать в другое приложение': (
    <Stack>
      <p>https://portal.example/pay?account=5330001748</p>
      <ShareButton content={{ url: 'https://portal.example/pay?account=5330001748' }} />
    </Stack>
  ),
}
