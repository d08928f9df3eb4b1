import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import type { AutopaymentView } from './autopayment-view'
import styles from './autopayments.module.css'

/** What an autopayment is: whose, by which rule, how much at most, by which card, when. */
export function AutopaymentFacts({ view }: { view: AutopaymentView }) {
  const { account, title, rule, limit, card, next, last } = view
  return (
    <DefinitionList
      rows={[
        // Without a name of its own, the number is the heading already.
        ...(title ? [{ term: 'Лицевой счёт', description: account }] : []),
        { term: 'Когда платит', description: rule },
        { term: 'Лимит одного списания', description: limit },
        { term: 'Карта', description: card },
        { term: 'Следующее списание', description: next },
        {
          term: 'Последний платёж',
          description: last ? <Link to={last.to}>{last.text}</Link> : 'Ещё не было',
        },
      ]}
    />
  )
}

/** What stands in an autopayment's way, and what to do about it. */
export function Trouble({ view: { trouble, status } }: { view: AutopaymentView }) {
  if (trouble.length === 0) return null
  return (
    <div className={styles.trouble} data-tone={status.tone}>
      {trouble.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
