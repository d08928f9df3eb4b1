import { Button, ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ErrorSummary } from '~/ui/error-summary/error-summary'
import { loadToasts } from '~/ui/flash-message/flash-message'
import type { MessageType } from '~/ui/flash-message/message-banner'
import { MessageBanner } from '~/ui/flash-message/message-banner'
import { Link } from '~/ui/link/link'
import { Stack } from '~/ui/stack/stack'
import { MissingPart, Warning } from '~/ui/warning/warning'
import type { ExampleGroup } from '../components.server'

const toasts: readonly [button: string, type: MessageType, text: string][] = [
  ['Показать успех', 'success', 'Лицевой счёт добавлен'],
  ['Показать ошибку', 'error', 'Сервис временно недоступен. Попробуйте ещё раз.'],
  ['Показать сведения', 'info', 'Мы отправили письмо на name@example.ru'],
  ['Показать предупреждение', 'warning', 'Вы долго не заходили, поэтому войдите ещё раз'],
]

let toastCount = 0

async function show(type: MessageType, text: string) {
  const { showToast } = await loadToasts()
  toastCount += 1
  showToast({ id: `example-toast-${toastCount}`, type, text: `${toastCount}. ${text}` })
}

export const examples = {
  'empty-state': {
    title: 'Пока пусто',
    states: {
      'Нет лицевых счетов': (
        <EmptyState
          icon="house"
          title="Добавьте первый лицевой счёт"
          action={
            <ButtonLink to="/personal/add-account" icon="plus">
              Добавить лицевой счёт
            </ButtonLink>
          }
        >
          Номер лицевого счёта напечатан в квитанции, вверху справа.
        </EmptyState>
      ),
      'Ничего не нашлось': (
        <EmptyState icon="search" title="Ничего не нашли">
          По запросу «Академика Скульптора-Конёнкова» лицевых счетов нет. Попробуйте номер или часть адреса.
        </EmptyState>
      ),
    },
  },
  'error-summary': {
    title: 'Что не так с формой',
    states: {
      'Со ссылками на поля': () => (
        <ErrorSummary
          takeFocus={false}
          errors={[
            { fieldId: 'example-email', text: 'Введите электронную почту, например name@example.ru' },
            { fieldId: 'example-password', text: 'Введите пароль' },
          ]}
        />
      ),
      'Вопрос, прежде чем принять форму': () => (
        <ErrorSummary
          takeFocus={false}
          tone="question"
          title="Заплатить ещё раз?"
          errors={[{ text: 'Вы уже платите 1 159,40 ₽: начали в 6:43 на странице банка.' }]}
        />
      ),
      'Обо всей форме': () => (
        <ErrorSummary takeFocus={false} errors={[{ text: 'Почта или пароль не подошли' }]}>
          <p>
            <Link to="/forgot-password">Задать новый пароль</Link>
          </p>
        </ErrorSummary>
      ),
    },
  },
  // The banner; with scripts the message becomes a toast.
  'flash-message': {
    title: 'Сообщение',
    states: {
      Успех: <MessageBanner message={{ type: 'success', text: 'Профиль сохранён' }} />,
      Ошибка: (
        <MessageBanner message={{ type: 'error', text: 'Сервис временно недоступен. Попробуйте ещё раз.' }} />
      ),
      'К сведению': (
        <MessageBanner message={{ type: 'info', text: 'Мы отправили письмо на name@example.ru' }} />
      ),
      Предупреждение: (
        <MessageBanner message={{ type: 'warning', text: 'Вы долго не заходили, поэтому войдите ещё раз' }} />
      ),
    },
  },
  toast: {
    title: 'Всплывающее сообщение',
    states: {
      'Появляется сверху посередине и уходит через 5 секунд': () => (
        <Stack direction="row">
          {toasts.map(([button, type, text]) => (
            <Button key={type} type="button" kind="secondary" onClick={() => show(type, text)}>
              {button}
            </Button>
          ))}
        </Stack>
      ),
    },
  },
  warning: {
    title: 'Предупреждение',
    states: {
      'Вместо незагруженной части страницы': <MissingPart what="сохранённые карты" />,
      'Одна фраза': (
        <Warning>
          <p>После перехода на страницу банка сумму изменить нельзя.</p>
        </Warning>
      ),
      'Перед удалением': (
        <Warning>
          <p>
            Лицевой счёт пропадёт из вашего кабинета. История и долг в компании останутся; его можно добавить
            снова.
          </p>
          <p>Это основной лицевой счёт. Основного не будет, пока вы не выберете другой.</p>
        </Warning>
      ),
    },
  },
} satisfies ExampleGroup
