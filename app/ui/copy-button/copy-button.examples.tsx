import { Stack } from '../stack/stack'
import { CopyableText, CopyButton } from './copy-button'

export const title = 'Копирование'

export const examples = {
  'Копирует текст в буфер обмена': (
    <Stack direction="row">
      <CopyableText>https://portal.example/calendar.ics</CopyableText>
      <CopyButton text="https://portal.example/calendar.ics" />
    </Stack>
  ),
}
