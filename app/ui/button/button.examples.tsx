import { Stack } from '../stack/stack'
import { Button, ButtonLink } from './button'

export const title = 'Кнопки'

export const examples = {
  'Главная, вторая, тихая, опасная': (
    <Stack direction="row">
      <Button type="button">Сохранить</Button>
      <Button type="button" kind="secondary">
        Отменить
      </Button>
      <Button type="button" kind="quiet">
        Подробнее
      </Button>
      <Button type="button" kind="danger" icon="trash">
        Удалить лицевой счёт
      </Button>
    </Stack>
  ),
  'Большая и с иконкой': (
    <Stack direction="row">
      <Button type="button" size="large">
        Оплатить 3 214,56 ₽
      </Button>
      <Button type="button" kind="secondary" icon="plus">
        Добавить лицевой счёт
      </Button>
    </Stack>
  ),
  'Отправляется: говорит об этом и больше не нажимается': (
    <Stack direction="row">
      <Button type="button" pending>
        Войти
      </Button>
      <Button type="button" kind="secondary" pending pendingText="Сохраняем…">
        Сохранить
      </Button>
    </Stack>
  ),
  'Ссылки, похожие на кнопки': (
    <Stack direction="row">
      <ButtonLink to="/">Перейти на главную</ButtonLink>
      <ButtonLink to="https://www.gosuslugi.ru/" kind="secondary">
        Открыть Госуслуги
      </ButtonLink>
    </Stack>
  ),
  'Во всю ширину и с длинной надписью': (
    <Button type="button" wide>
      Отправить письмо для подтверждения адреса электронной почты ещё раз
    </Button>
  ),
}
