import { VisuallyHidden } from './visually-hidden'

export const title = 'Текст для программ чтения с экрана'

export const examples = {
  'Слышно, но не видно': (
    <p>
      38,4 м³ <VisuallyHidden>за октябрь 2026 года</VisuallyHidden>
    </p>
  ),
}
