import { useHydrated } from 'remix-utils/use-hydrated'
import { useShownOnce } from '~/document/shown-once'
import { useAnswerPage } from '~/document/use-answer-page'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import { CODES_TITLE } from './second-step-view'
import styles from './security.module.css'

/** The codes for when the telephone is not at hand; the only page that ever shows them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const canPrint = useHydrated()
  useAnswerPage(CODES_TITLE)
  useShownOnce()
  return (
    <>
      <PageHeading
        title={CODES_TITLE}
        lead="Второй шаг включён. Если телефона не окажется под рукой, вместо кода из приложения введите при входе один из этих. Каждый подойдёт один раз."
      />
      <Stack>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div data-print="hidden">
          <Warning>
            <p>
              Больше мы эти коды не покажем. Распечатайте страницу или перепишите их и храните отдельно от
              телефона.
            </p>
          </Warning>
        </div>
        <div data-print="hidden">
          <Stack direction="row">
            <ButtonLink to={paths.security}>Коды сохранены</ButtonLink>
            <Button type="button" kind="secondary" hidden={!canPrint} onClick={() => window.print()}>
              Распечатать
            </Button>
          </Stack>
        </div>
      </Stack>
    </>
  )
}
