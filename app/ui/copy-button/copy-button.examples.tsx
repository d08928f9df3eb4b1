import { Stack } from '../stack/stack'
import { CopyButton } from './copy-button'

export const title = 'Копирование'

export const examples = {
  'Копирует текст в буфер обмена': (
    <Stack direction="row">
      <p>https://portal.example/calendar.ics</p>
      <CopyButton text="https://portal.example/calendar.ics" />
    </Stack>
  ),
}
