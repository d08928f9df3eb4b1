import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useHydrated } from 'remix-utils/use-hydrated'
import { announce } from '~/ui/announcer/announcer'
import { Button, ButtonLink } from '~/ui/button/button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { QrCode } from '~/ui/qr-code/qr-code'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import type { LoadedResult } from './load-result.server'
import styles from './payment.module.css'
import type { ResultView } from './payment-result'
import { pollAddress, pollDelay } from './poll'

interface ResultPageProps {
  result: LoadedResult
}

/** The result of a payment, or of a payment for several accounts. */
export function PaymentResult({ result }: ResultPageProps) {
  // Another payment gets a new page: the polls of the first are not about it.
  return <NewestResult key={result.again} result={result} />
}

/** Polls while the payment is pending, or its receipt is being made. */
function NewestResult({ result }: ResultPageProps) {
  const { view, refreshesItself } = useNewestView(result)
  if (!view) return null
  const { state, title, words, sbp, facts, left, steps } = view
  return (
    <>
      <PageHeading title={title} />
      <Stack>
        <div className={styles.state} data-state={state}>
          {words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {state === 'pending' && refreshesItself && <p>Страница обновится сама.</p>}
        </div>
        {sbp && (
          <div className={styles.sbp}>
            {sbp.app && (
              <ButtonLink to={sbp.app} size="large" reload>
                Открыть приложение банка
              </ButtonLink>
            )}
            {sbp.drawing && <QrCode drawing={sbp.drawing} label="QR-код для оплаты через СБП" />}
          </div>
        )}
        {facts.length > 0 && <Facts facts={facts} />}
        {left && (
          <section>
            <h2>{left.title}</h2>
            <Facts facts={left.facts} />
          </section>
        )}
        <Stack direction="row">
          {state === 'pending' && (
            <ButtonLink to={result.again} kind={sbp ? 'secondary' : 'primary'} reload>
              Проверить ещё раз
            </ButtonLink>
          )}
          {steps.map(({ text, to, reload = false }, index) => (
            <ButtonLink
              key={to}
              to={to}
              kind={index === 0 && state !== 'pending' ? 'primary' : 'secondary'}
              reload={reload}
            >
              {text}
            </ButtonLink>
          ))}
          {state === 'succeeded' && <KeepResult view={view} />}
        </Stack>
      </Stack>
    </>
  )
}

function Facts({ facts }: Pick<ResultView, 'facts'>) {
  return (
    <DefinitionList
      rows={facts.map(({ term, text, more = [], link }) => ({
        term,
        description: (
          <>
            {text}
            {more.map((line) => (
              <div key={line}>{line}</div>
            ))}
            {link && (
              <>
                {more.length === 0 && '. '}
                <Link to={link.to} reload={link.reload ?? false}>
                  {link.text}
                </Link>
              </>
            )}
          </>
        ),
      }))}
    />
  )
}

/** Prints the result, or shares it as text: its link is for the payer alone. Needs scripts. */
function KeepResult({ view: { title, facts } }: { view: ResultView }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  const text = [
    title,
    ...facts.map((fact) => `${fact.term}: ${[fact.text, ...(fact.more ?? [])].join('. ')}`),
  ].join('\n')
  return (
    <>
      <Button type="button" kind="secondary" onClick={() => window.print()}>
        Распечатать
      </Button>
      <ShareButton content={{ text }} />
    </>
  )
}

/** The page's view, or a newer one from polling; a failed poll changes nothing. */
const useNewestView = ({ view, again, refresh }: LoadedResult) => {
  const { load, data, state } = useFetcher<{ view: ResultView | null }>()
  const [polls, setPolls] = useState(0)
  const newer = data?.view ?? null
  const isSettled = newer !== null && newer.state !== 'pending'
  const current = view?.mayChange && newer ? newer : view
  const isWaiting = current?.mayChange === true

  useEffect(() => {
    const delay = pollDelay(polls)
    if (!isWaiting || state !== 'idle' || delay === null) return
    const timer = setTimeout(() => {
      setPolls(polls + 1)
      if (document.visibilityState === 'visible') load(pollAddress(again))
    }, delay)
    return () => clearTimeout(timer)
  }, [isWaiting, state, polls, load, again])

  const waitingTitle = view?.state === 'pending' ? view.title : null
  const settledTitle = isSettled ? newer.title : null
  useEffect(() => {
    if (!waitingTitle || !settledTitle) return
    announce(settledTitle)
    // A reload would set it, too, but if it failed, an error screen would replace the result.
    document.title = document.title.replace(waitingTitle, () => settledTitle)
  }, [waitingTitle, settledTitle])

  return {
    view: current,
    /** Scripts poll, or without scripts the browser refreshes, each up to its limit. */
    refreshesItself: refresh !== null && pollDelay(polls) !== null,
  }
}
