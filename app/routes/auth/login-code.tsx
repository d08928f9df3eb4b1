import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/document/page-meta'
import {
  endLogin,
  loginCodeForm,
  loginPath,
  requireSecondStep,
  tellThatLoginIsOver,
} from '~/features/auth/auth.server'
import { readForm } from '~/server/forms/read-form.server'
import { seeOther } from '~/server/http/redirects.server'
import { requireGuest } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { Checkbox } from '~/ui/checkbox/checkbox'
import { CodeField } from '~/ui/field/field-kinds'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'

export const handle = { access: 'guest', secret: false, feature: 'security' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireGuest(request, context)
  await requireSecondStep(request, context)
  return { loginPath: loginPath(request, context), mayRemember: await mayRemember(context) }
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = await requireGuest(request, context)
  const token = await requireSecondStep(request, context)
  const form = await readForm(context, loginCodeForm)
  if (!form.ok) return form.reply
  const { code, rememberDevice } = form.value
  const shouldRemember = rememberDevice && (await mayRemember(context))
  const body = { token, code, ...(shouldRemember && { rememberDevice }) }
  const result = await api.submit('loginSecondStep', { body })
  if (!result.ok && result.failure.kind !== 'gone') return form.reject(result.failure)
  context.secondStep.next = 'cleared'
  if (result.ok) return endLogin(request, context, result.answer.data)
  tellThatLoginIsOver(context)
  return seeOther(loginPath(request, context))
}

const mayRemember = async ({ baseData }: AppLoadContext) =>
  hasFeature(await baseData.current(), 'remembered-device')

/** The form for the code of a login whose password was right. */
export default function LoginCodePage() {
  const { loginPath, mayRemember } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const names = mayRemember ? (['code', 'rememberDevice'] as const) : (['code'] as const)
  const form = usePostForm<typeof loginCodeForm>('login-code', names, reply)
  const { defaultValue: rememberValue, ...rememberDevice } = form.control('rememberDevice')
  return (
    <>
      <FormOutcome forms={[form]} />
      <PageHeading
        title="Код для входа"
        back={{ to: loginPath, text: 'Вход' }}
        lead="Пароль подошёл. Теперь откройте приложение для кодов на телефоне и введите шесть цифр, которые оно показывает."
      />
      <Form {...form.attributes}>
        <Stack>
          <CodeField
            {...form.control('code')}
            label="Код"
            hint="Нет телефона под рукой? Введите один из запасных кодов"
            mayBeRecoveryCode
          />
          {mayRemember && (
            <Checkbox
              {...rememberDevice}
              defaultChecked={rememberValue === 'on'}
              label={`Не спрашивать код на этом устройстве 30\u00a0дней`}
              hint="Отмечайте только на своём устройстве, не на общем"
            />
          )}
          <SubmitButton size="large" wide pendingText="Входим…">
            Войти
          </SubmitButton>
        </Stack>
      </Form>
      <p>
        Если нет ни телефона, ни запасных кодов, напишите или позвоните в поддержку: контакты внизу страницы.
      </p>
    </>
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta('Код для входа', args)
