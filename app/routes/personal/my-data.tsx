import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readableEmail } from 'format/readable-email'
import { pageMeta } from '~/document/page-meta'
import { viewOfConsent } from '~/features/my-data/consent-view'
import { deletionForm } from '~/features/my-data/deletion-form.server'
import { MY_DATA_TITLE, MyData } from '~/features/my-data/my-data'
import { UndeliverableEmail } from '~/features/profile/undeliverable-email'
import { paths } from '~/paths'
import { submitForm } from '~/server/forms/submit-form.server'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { Link } from '~/ui/link/link'

export const handle = {
  access: 'user',
  secret: false,
  feature: 'my-data',
  section: paths.profile,
} satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { user, api } = await requireUser(request, context)
  const consents = await api.loadIfPossible('consents', {})
  return {
    consents: consents?.data.map((consent) => viewOfConsent(consent, context.config.timeZone)) ?? null,
    email: user?.email ?? '',
    ...(user?.emailUndeliverable && user.email && { undeliverableEmail: readableEmail(user.email) }),
  }
}

/** A second press comes when the first one has ended the session. */
const sessionEndedMessage =
  'Сеанс закончился. Если вы только что удалили личный кабинет, он удалён: письмо со ссылкой, чтобы вернуться, уже в пути. Иначе войдите ещё раз.'

const deleted =
  'Личный кабинет удалён. Мы отправили вам письмо: по ссылке из него в течение 30\u00a0дней можно вернуться.'
/** The letter is sent all the same, but those before it did not arrive. */
const deletedWithoutLetter =
  'Личный кабинет удалён. Мы отправили вам письмо со ссылкой, чтобы вернуться, но наши письма на вашу почту не доходят. Если захотите вернуться, а письма нет, в течение 30\u00a0дней напишите или позвоните в поддержку: контакты внизу страницы.'

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { user, api } = await requireUser(request, context, { sessionEndedMessage })
  return submitForm({ request, context }, deletionForm, {
    call: (body) => api.submit('deletion', { body }),
    next() {
      // The API has ended the session, whatever cookie its answer carries.
      context.visitor.endSession()
      const to = paths.home
      return user?.emailUndeliverable
        ? { message: deletedWithoutLetter, type: 'warning', stays: true, to }
        : { message: deleted, stays: true, to }
    },
  })
}

export default function MyDataPage() {
  const { undeliverableEmail, ...data } = useLoaderData<typeof loader>()
  return (
    <MyData
      {...data}
      deletionWarning={
        undeliverableEmail !== undefined && (
          <UndeliverableEmail email={undeliverableEmail}>
            Письмо со ссылкой, по которой можно вернуться, тоже может не дойти. Сначала убедитесь, что письма
            вам приходят. <Link to={paths.changeEmailRequest}>Изменить адрес почты</Link>
          </UndeliverableEmail>
        )
      }
      reply={useActionData<typeof action>()}
    />
  )
}

export const meta = (args: MetaArgs<typeof loader>) => pageMeta(MY_DATA_TITLE, args)
