import { Form } from '@remix-run/react'
import { Badge } from '~/ui/badge/badge'
import { SubmitButton } from '~/ui/button/submit-button'
import { CodeField } from '~/ui/field/field-kinds'
import { Panel } from '~/ui/panel/panel'
import { PasswordField } from '~/ui/password-field/password-field'
import type { PostFormOf } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart, Warning } from '~/ui/warning/warning'
import type { SecondStepView } from './second-step-view'
import type { setupForm, turnOffForm } from './security.server'

interface SecondStepProps {
  view: SecondStepView | null
  setup: PostFormOf<typeof setupForm>
  turnOff: PostFormOf<typeof turnOffForm>
}

/** The second step of the login: its state, and the form that turns it on or off. */
export function SecondStep({ view, setup, turnOff }: SecondStepProps) {
  // A refused form is shown again even if the state could not be loaded.
  const offersSetup = view ? !view.isOn : setup.reply
  const offersTurnOff = view ? view.isOn : turnOff.reply
  return (
    <Panel title="Второй шаг при входе" aside={view && <State isOn={view.isOn} />}>
      <Stack>
        {!view && <MissingPart what="настройки второго шага" />}
        {view?.isOn && <CodesLeft view={view} />}
        {view?.remembered && (
          <p>
            {view.remembered}. Если завершить любой другой сеанс или сменить пароль, код снова понадобится
            везде.
          </p>
        )}
        {offersSetup && <SetupForm form={setup} />}
        {offersTurnOff && <TurnOffForm form={turnOff} />}
      </Stack>
    </Panel>
  )
}

function State({ isOn }: { isOn: boolean }) {
  return <Badge tone={isOn ? 'paid' : 'default'}>{isOn ? 'Включён' : 'Выключен'}</Badge>
}

function CodesLeft({ view: { codesLeft, needsCodes } }: { view: SecondStepView }) {
  return (
    <>
      <p>
        При входе мы спрашиваем не только пароль, но и код из приложения на вашем телефоне. Если телефона нет
        под рукой, подойдёт запасной код. {codesLeft}.
      </p>
      {needsCodes ? (
        <Warning>
          <p>
            Без телефона и без запасных кодов войти не получится. Чтобы получить новые коды, выключите второй
            шаг и включите его снова.
          </p>
        </Warning>
      ) : (
        <p>Не сохранили коды? Выключите второй шаг и включите снова — будут новые.</p>
      )}
    </>
  )
}

function SetupForm({ form }: { form: PostFormOf<typeof setupForm> }) {
  return (
    <>
      <p>
        Пароль могут подсмотреть или подобрать. Со вторым шагом этого мало: для входа понадобится ещё и код из
        приложения на вашем телефоне. Подойдёт любое приложение для одноразовых кодов, например Яндекс Ключ
        или Google Authenticator.
      </p>
      <Form {...form.attributes}>
        <input type="hidden" name="intent" value="second-step-setup" />
        <Stack narrow>
          <PasswordField
            {...form.control('password')}
            label="Пароль от кабинета"
            autoComplete="current-password"
          />
          <div>
            <SubmitButton match={{ intent: 'second-step-setup' }} pendingText="Проверяем…">
              Включить второй шаг
            </SubmitButton>
          </div>
        </Stack>
      </Form>
    </>
  )
}

function TurnOffForm({ form }: { form: PostFormOf<typeof turnOffForm> }) {
  return (
    <Form {...form.attributes}>
      <input type="hidden" name="intent" value="second-step-off" />
      <Stack narrow>
        <p>Чтобы выключить второй шаг, введите пароль и код.</p>
        <PasswordField
          {...form.control('password')}
          label="Пароль от кабинета"
          autoComplete="current-password"
        />
        <CodeField
          {...form.control('code')}
          label="Код"
          hint="Из приложения или один из запасных"
          mayBeRecoveryCode
        />
        <div>
          <SubmitButton kind="danger" match={{ intent: 'second-step-off' }} pendingText="Выключаем…">
            Выключить второй шаг
          </SubmitButton>
        </div>
      </Stack>
    </Form>
  )
}
