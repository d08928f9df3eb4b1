import type { ProblemCode } from 'contract/problem'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { FormOutcome } from '~/ui/post-form/form-outcome'
import type { FormReply } from '~/ui/post-form/form-reply'
import { usePostForm } from '~/ui/post-form/use-post-form'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import { AutopaymentCard } from './autopayment-card'
import type { AutopaymentView, CardView } from './autopayment-view'
import styles from './autopayments.module.css'
import type { setStatusForm, unlinkCardForm } from './button-forms.server'
import { SavedCards, UnlinkAllTheSame, unlinkWords } from './saved-cards'

/** A literal, because importing the contract would bring zod into the browser. */
const CONFIRM_REQUIRED: ProblemCode = 'confirm_required'

interface AutopaymentListProps {
  /** Null beside a rejected form: they could not be loaded. */
  autopayments: readonly AutopaymentView[] | null
  cards: readonly CardView[] | null
  /** An autopayment can be given another card. */
  canReplace: boolean
  reply: FormReply | undefined
}

/** The customer's autopayments and saved cards. */
export function AutopaymentList({ autopayments, cards, canReplace, reply }: AutopaymentListProps) {
  const setStatus = usePostForm<typeof setStatusForm>('set-status', [], reply)
  const unlinkCard = usePostForm<typeof unlinkCardForm>('unlink-card', [], reply)
  const isAsked = unlinkCard.reply?.code === CONFIRM_REQUIRED
  const kind = unlinkCard.control('kind').defaultValue === 'sbp' ? 'sbp' : 'card'
  const isEmpty = autopayments?.length === 0
  return (
    <>
      <FormOutcome forms={[setStatus, unlinkCard]} {...(isAsked && { question: `${unlinkWords(kind)}?` })}>
        {isAsked && (
          <UnlinkAllTheSame card={{ id: unlinkCard.control('paymentMethod').defaultValue ?? '', kind }} />
        )}
      </FormOutcome>
      <PageHeading
        title="Автоплатежи"
        lead="Автоплатёж платит сам. За день до каждого списания пришлём письмо со ссылкой: по ней от списания можно отказаться."
        actions={!isEmpty && <NewAutopaymentLink kind="secondary" />}
      />
      <Stack gap="large">
        {!autopayments ? (
          <MissingPart what="автоплатежи" />
        ) : isEmpty ? (
          <EmptyState icon="repeat" title="Автоплатежей нет" action={<NewAutopaymentLink kind="primary" />}>
            Подключите автоплатёж, и квитанции будут оплачиваться вовремя без вас: каждая или на одну и ту же
            сумму раз в месяц. Приостановить или удалить его можно в любой момент.
          </EmptyState>
        ) : (
          <section aria-labelledby="autopayments">
            <h2 id="autopayments">
              <VisuallyHidden>Подключённые автоплатежи</VisuallyHidden>
            </h2>
            <ul className={styles.list}>
              {autopayments.map((view) => (
                <li key={view.id}>
                  <AutopaymentCard view={view} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <SavedCards cards={cards} canReplace={canReplace} />
      </Stack>
    </>
  )
}

function NewAutopaymentLink({ kind }: { kind: 'primary' | 'secondary' }) {
  return (
    <ButtonLink to={paths.newAutopayment()} kind={kind} icon="plus">
      Подключить автоплатёж
    </ButtonLink>
  )
}
