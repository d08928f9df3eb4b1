import { useShownOnce } from '~/document/shown-once'
import { useAnswerPage } from '~/document/use-answer-page'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { CopyableText, CopyButton } from '~/ui/copy-button/copy-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import styles from './reminders.module.css'

export const NEW_LINK_TITLE = 'Ссылка на календарь'

/** Shows the new address and how to subscribe to it. No other page ever shows this address. */
export function NewCalendarLink({ address }: { address: string }) {
  useAnswerPage(NEW_LINK_TITLE)
  useShownOnce()
  return (
    <>
      <PageHeading
        title={NEW_LINK_TITLE}
        lead="Откройте её в календаре этого устройства или скопируйте в другой."
      />
      <Stack>
        <CopyableText>{address}</CopyableText>
        <Stack direction="row">
          {/* Calendars of phones and computers subscribe to addresses of this scheme. */}
          <a className={styles.open} href={address.replace(/^https?:/, 'webcal:')}>
            Открыть в календаре
          </a>
          <CopyButton text={address} />
        </Stack>
        <Warning>
          <p>
            Больше мы эту ссылку не покажем. По ней календарь откроется у любого, поэтому никому её не
            передавайте.
          </p>
        </Warning>
        <DefinitionList rows={instructions} />
        <div>
          <ButtonLink to={paths.reminders()}>Ссылка сохранена</ButtonLink>
        </div>
      </Stack>
    </>
  )
}

const instructions = [
  {
    term: 'Яндекс Календарь',
    description: 'На компьютере: «Новый календарь», «Подписка», вставьте ссылку.',
  },
  {
    term: 'Google Календарь',
    description:
      'На компьютере: рядом с «Другие календари» нажмите плюс, «Добавить по URL», вставьте ссылку.',
  },
  {
    term: 'iPhone и iPad',
    description:
      'Приложение «Календарь»: «Календари», «Добавить календарь», «Добавить подписной календарь», вставьте ссылку.',
  },
]
