import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { Form, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import type { ProblemCode } from 'contract/problem'
import { pageMeta } from '~/document/page-meta'
import { loadReadings } from '~/features/readings/load-readings.server'
import { MeterFields } from '~/features/readings/meter-fields'
import { ReadingHistory } from '~/features/readings/reading-history'
import { type ConfirmView, type MeterView, READINGS_FORM } from '~/features/readings/readings-view'
import { Receipt } from '~/features/readings/receipt'
import { submitReadings } from '~/features/readings/submit-readings.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { AccountLead } from '~/layouts/named-account'
import { titleOfAccount, titleOfPart } from '~/layouts/page-account'
import { WithoutAccount } from '~/layouts/without-account'
import { paths } from '~/paths'
import { requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { SubmitButton } from '~/ui/button/submit-button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { IdempotencyKey } from '~/ui/post-form/idempotency-key'
import type { PostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { MissingPart } from '~/ui/warning/warning'

const TITLE = 'Показания счётчиков'

export const handle = { access: 'user', secret: false, feature: 'readings' } satisfies RouteHandle

export const loader = ({ request, context }: LoaderFunctionArgs) => loadReadings(request, context)

export const action = async ({ request, context }: ActionFunctionArgs) =>
  submitReadings(request, context, await requireUser(request, context))

/** The answer to the form is the receipt; leaving it reloads the page. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod !== 'POST' && defaultShouldRevalidate

/** The problem code of the question. A literal, because importing the contract would bring zod into the browser. */
const CONFIRM_REQUIRED: ProblemCode = 'confirm_required'

/** The form of all meters of an account, and their history. */
export default function ReadingsPage() {
  const { choices, shown, idempotencyKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer?.view === 'receipt') return <Receipt account={answer.account} receipt={answer.receipt} />
  if (!shown)
    return (
      <WithoutAccount title={TITLE}>
        Тогда здесь можно будет передавать показания счётчиков и смотреть прошлые.
      </WithoutAccount>
    )
  const { reply, ticked = [], confirm = [] } = answer ?? {}
  const { account, named, window, meters, history, choices: meterChoices, meter, hasReminders } = shown
  const form = readingsForm(meters, reply, confirm)
  const isQuestion = reply?.code === CONFIRM_REQUIRED
  // A rejected form is shown even if the window has closed meanwhile, so that typed values are not lost.
  const hasForm = meters.length > 0 && (window?.isOpen !== false || reply !== undefined)
  return (
    <>
      <AccountSwitcher choices={choices} to={(other) => paths.readings({ account: other })} />
      <FormOutcome forms={[form]} {...(isQuestion && { question: 'Всё ли верно?' })} />
      <PageHeading
        title={TITLE}
        lead={
          (named || window) && (
            <>
              {named && <AccountLead account={named} />}
              {meters.length > 0 && window && <p>{window.text}</p>}
            </>
          )
        }
      />
      <Stack gap="large">
        {meters.length === 0 && <NoMeters />}
        {hasForm && (
          // The key makes a new form for another account: values typed for one account must not be sent for another.
          <Form {...form.attributes} action={paths.readings({ account })} key={account}>
            <input type="hidden" name="intent" value="readings" />
            <IdempotencyKey postedKey={form.control('idempotencyKey').defaultValue} newKey={idempotencyKey} />
            <Stack narrow>
              {meters.map((view, at) => (
                <MeterFields
                  key={view.id}
                  view={view}
                  control={form.control}
                  confirmId={form.confirmId(at)}
                  confirm={confirm.find((confirmation) => confirmation.meter === view.id)}
                  isTicked={ticked.includes(view.id)}
                />
              ))}
              <p>Счётчики, показаний которых у вас сейчас нет, оставьте пустыми.</p>
              <SubmitButton size="large" match={{ intent: 'readings' }} pendingText="Передаём…">
                Передать показания
              </SubmitButton>
            </Stack>
          </Form>
        )}
        {!hasForm && meters.length > 0 && (
          <Stack narrow>
            {meters.map((view) => (
              <MeterFields key={view.id} view={view} />
            ))}
          </Stack>
        )}
        {hasReminders && meters.length > 0 && (
          <p>
            <Link to={paths.reminders({ from: 'readings', account })}>Напомнить о показаниях</Link> письмом
            или в календаре.
          </p>
        )}
        {history ? (
          <ReadingHistory account={account} history={history} choices={meterChoices} meter={meter} />
        ) : (
          <MissingPart what="историю показаний" />
        )}
      </Stack>
    </>
  )
}

function NoMeters() {
  return (
    <EmptyState icon="gauge" title="Счётчиков по этому лицевому счёту нет">
      Если счётчик у вас стоит, сообщите о нём компании: после этого показания можно будет передавать здесь.
    </EmptyState>
  )
}

interface ReadingsFormState extends PostForm<string> {
  /** The id of the checkbox that confirms the meter with this index. */
  confirmId(index: number): string
}

/** The state of the form. Element ids contain the meter's index: a meter's own id may have any characters. */
const readingsForm = (
  meters: readonly MeterView[],
  reply: FormReply | undefined,
  confirm: readonly ConfirmView[],
): ReadingsFormState => {
  const ownReply = reply?.form === READINGS_FORM ? reply : undefined
  const errors = ownReply?.submission.error ?? {}
  const typedValues = ownReply?.submission.initialValue ?? {}
  const ids = new Map(
    meters.flatMap(({ zones }, at) =>
      zones.map(({ field, zone }) => [field, `${READINGS_FORM}-${at}-${zone}`] as const),
    ),
  )
  const confirmId = (index: number) => `${READINGS_FORM}-${index}-confirmed`
  const summaryOf = (name: string) => (errors[name] ?? []).map((text) => ({ text, fieldId: ids.get(name) }))
  const namesWithoutControl = Object.keys(errors).filter((name) => !ids.has(name))
  return {
    attributes: { id: READINGS_FORM, method: 'post', noValidate: true },
    control: (name) => ({
      id: ids.get(name) ?? `${READINGS_FORM}-${name}`,
      name,
      errors: errors[name] ?? [],
      defaultValue: typeof typedValues[name] === 'string' ? typedValues[name] : undefined,
    }),
    errors: [
      ...namesWithoutControl.flatMap(summaryOf),
      ...[...ids.keys()].flatMap(summaryOf),
      ...confirm.flatMap(({ meter, questions }) => {
        const at = meters.findIndex(({ id }) => id === meter)
        const { title = '' } = meters[at] ?? {}
        return questions.map(({ words }) => ({
          text: title ? `${title}. ${words}` : words,
          fieldId: at === -1 ? undefined : confirmId(at),
        }))
      }),
    ],
    reply: ownReply,
    confirmId,
  }
}

export const meta = ({ data, ...args }: MetaArgs<typeof loader>) => {
  const isFurther = data?.shown?.history?.isFirst === false
  return pageMeta(titleOfAccount(titleOfPart(TITLE, isFurther), data?.choices), args)
}
