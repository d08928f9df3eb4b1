import { Form } from '@remix-run/react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { useShownOnce } from '~/document/shown-once'
import { useAnswerPage } from '~/document/use-answer-page'
import { paths } from '~/paths'
import { Button, ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { CodeField } from '~/ui/field/field-kinds'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { QrCode } from '~/ui/qr-code/qr-code'
import { Stack } from '~/ui/stack/stack'
import { Warning } from '~/ui/warning/warning'
import { CODES_TITLE, SETUP_TITLE, type SetupView } from './second-step-view'
import styles from './security.module.css'
import type { confirmForm } from './security.server'

/** Shows the secret, and the field for a code, which proves that the application has the secret. */
export function SecondStepSetup({ setup, reply }: { setup: SetupView; reply: FormReply | undefined }) {
  const form = usePostForm<typeof confirmForm>('second-step-confirm', ['code'], reply)
  useAnswerPage(SETUP_TITLE)
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title={SETUP_TITLE}
        back={{ to: paths.security, text: 'Безопасность' }}
        lead="Осталось добавить кабинет в приложение для кодов. Пока вы не введёте код из него, второй шаг не включится."
      />
      <Form {...form.attributes}>
        <input type="hidden" name="intent" value="second-step-confirm" />
        <input type="hidden" name="secret" value={setup.secret} />
        <input type="hidden" name="otpauthUrl" value={setup.otpauthUrl} />
        <ol className={styles.steps}>
          {setup.qr && (
            <li>
              <p>Откройте приложение для кодов и наведите камеру на картинку.</p>
              <QrCode drawing={setup.qr} label="QR-код для приложения. Ключ текстом — в следующем пункте" />
            </li>
          )}
          <li>
            <p>
              {setup.qr
                ? 'Если приложение на этом же телефоне или камера не читает код, введите в приложении ключ:'
                : 'Откройте приложение для кодов и введите в нём ключ:'}
            </p>
            <p className={styles.secret}>{inGroups(setup.secret)}</p>
          </li>
          <li>
            <Stack>
              <CodeField
                {...form.control('code')}
                label="Введите код, который показывает приложение"
                hint="Шесть цифр, они меняются каждые полминуты"
              />
              <div>
                <SubmitButton match={{ intent: 'second-step-confirm' }} pendingText="Проверяем код…">
                  Подтвердить и включить
                </SubmitButton>
              </div>
            </Stack>
          </li>
        </ol>
      </Form>
    </>
  )
}

/** Groups of four are easier to type. */
const inGroups = (secret: string): string =>
  secret
    .replace(/[ =-]/g, '')
    .toUpperCase()
    .match(/.{1,4}/g)
    ?.join(' ') ?? ''

/** Shows the recovery codes for logins without the telephone. No other page ever shows these codes. */
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
