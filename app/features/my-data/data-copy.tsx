import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'

/** The way to the file with everything that is kept about the customer. */
export function DataCopy() {
  return (
    <Panel title="Копия ваших данных">
      <Stack narrow>
        <p>
          В одном файле JSON&nbsp;— всё, что мы храним о вас: профиль, лицевые счета, платежи и чеки,
          автоплатежи, согласия, входы в кабинет и письма.
        </p>
        <div>
          <ButtonLink kind="secondary" to={paths.myDataJson} reload>
            Скачать копию данных
          </ButtonLink>
        </div>
      </Stack>
    </Panel>
  )
}
