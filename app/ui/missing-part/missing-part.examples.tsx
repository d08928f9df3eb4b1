import { MissingPart } from './missing-part'

export const title = 'Незагруженная часть страницы'

export const examples = {
  'Вместо списка': <MissingPart what="сохранённые карты" />,
}
