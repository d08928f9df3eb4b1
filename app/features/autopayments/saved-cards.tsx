import { Form } from '@remix-run/react'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { SubmitButton } from '~/ui/button/submit-button'
import { MissingPart } from '~/ui/missing-part/missing-part'
import { Panel } from '~/ui/panel/panel'
import { Stack } from '~/ui/stack/stack'
import { VisuallyHidden } from '~/ui/visually-hidden/visually-hidden'
import type { CardView } from './autopayment-view'
import styles from './autopayments.module.css'

/** The saved cards, each with a button that unlinks it; null: they could not be loaded. */
export function SavedCards({ cards }: { cards: readonly CardView[] | null }) {
  return (
    <Panel title="Сохранённые карты">
      {!cards ? (
        <MissingPart what="сохранённые карты" />
      ) : cards.length === 0 ? (
        <p>
          Сохранённых карт нет. Карта сохранится, когда вы подключите автоплатёж или попросите об этом при
          оплате.
        </p>
      ) : (
        <Stack gap="small">
          <p>
            Карта отвязывается сразу. Автоплатежи с неё прекратятся: чтобы платить автоматически, подключите
            их заново с другой картой.
          </p>
          <ul className={styles.cards}>
            {cards.map((card) => (
              <li key={card.id}>
                <SavedCard card={card} />
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </Panel>
  )
}

function SavedCard({ card: { id, title, expiry } }: { card: CardView }) {
  return (
    <Form method="post" className={styles.card}>
      <input type="hidden" name="intent" value="unlink-card" />
      <input type="hidden" name="paymentMethod" value={id} />
      <span className={styles.name}>
        {title}
        {expiry && <span className={styles.expiry}>{expiry}</span>}
      </span>
      <SubmitButton
        kind="secondary"
        size="small"
        match={{ intent: 'unlink-card', paymentMethod: id }}
        pendingText="Отвязываем…"
      >
        Отвязать<VisuallyHidden>: {title}</VisuallyHidden>
      </SubmitButton>
    </Form>
  )
}

/** The answers to the question: unlink the card, or leave it. */
export function UnlinkAllTheSame({ card }: { card: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="unlink-card" />
      <input type="hidden" name="paymentMethod" value={card} />
      <input type="hidden" name="confirmed" value="yes" />
      <Stack direction="row">
        <SubmitButton
          kind="danger"
          match={{ intent: 'unlink-card', paymentMethod: card, confirmed: 'yes' }}
          pendingText="Отвязываем…"
        >
          Отвязать карту
        </SubmitButton>
        <ButtonLink kind="secondary" to={paths.autopayments}>
          Не отвязывать
        </ButtonLink>
      </Stack>
    </Form>
  )
}
