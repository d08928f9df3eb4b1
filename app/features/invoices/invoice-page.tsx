import { paths } from '~/paths'
import { Amount } from '~/ui/amount/amount'
import { Badge } from '~/ui/badge/badge'
import { ButtonLink } from '~/ui/button/button'
import { CopyButton } from '~/ui/copy-button/copy-button'
import { DefinitionList } from '~/ui/definition-list/definition-list'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Link } from '~/ui/link/link'
import { PageHeading } from '~/ui/page-heading/page-heading'
import { Panel } from '~/ui/panel/panel'
import { QrCode, type QrDrawing } from '~/ui/qr-code/qr-code'
import { ShareButton } from '~/ui/share-button/share-button'
import { Stack } from '~/ui/stack/stack'
import { ColumnTerms, InvoiceLines, InvoiceTerms, InvoiceWord } from './invoice-lines'
import styles from './invoice-page.module.css'
import type { InvoiceView } from './invoice-view'

export interface InvoicePageProps {
  view: InvoiceView
  /** Whether the customer may pay for the account. */
  mayPay: boolean
  /** For paper. */
  company: { name: string; phone: string | null }
  linkLists: readonly LinkList[]
  /** The QR code and its text; null when there is nothing to pay, or no code to draw. */
  code: ({ text: string } & QrDrawing) | null
  /** Whether the product API can tell why the sum is as it is. */
  isExplained: boolean
  /** Whether the customer could have letters about invoices, and has not. */
  offersLetters: boolean
}

export function InvoicePage({
  view,
  mayPay,
  company: { name, phone },
  linkLists,
  code,
  isExplained,
  offersLetters,
}: InvoicePageProps) {
  return (
    <>
      <p className={styles.company} data-print="only">
        <strong>{name}</strong>
        {phone && `, ${phone}`}
      </p>
      <PageHeading
        title={view.heading}
        lead={`Выпущена ${view.issued}`}
        actions={
          <span data-print="hidden">
            <ButtonLink kind="secondary" to={paths.invoicePdf(view.account, view.period)} reload>
              Скачать PDF
            </ButtonLink>
          </span>
        }
      />
      <Stack gap="large">
        <div>
          <Top view={view} mayPay={mayPay} isExplained={isExplained} />
          <div className={styles.more} data-print="hidden">
            {view.isPayable && <Link to={paths.askToPay(view.account)}>Попросить оплатить</Link>}
            {offersLetters && (
              <Link to={paths.reminders({ from: 'invoice', account: view.account })}>
                Получать квитанции на почту
              </Link>
            )}
          </div>
        </div>
        <div>
          <InvoiceLines view={view} />
          <ColumnTerms view={view} />
        </div>
        <div className={styles.columns}>
          <Panel title="Как получилась сумма">
            <DefinitionList
              rows={[
                ...view.sums.map((row) => ({
                  ...row,
                  label: <InvoiceWord word={row.term} terms={view.sumTerms} />,
                })),
                { ...view.outcome, description: <strong>{view.outcome.description}</strong> },
              ]}
            />
          </Panel>
          <Panel title="Лицевой счёт">
            <DefinitionList rows={view.facts} />
          </Panel>
        </div>
        <Panel title="Реквизиты">
          <div className={styles.columns}>
            <div className={styles.payee}>
              <DefinitionList rows={view.payee} />
              <div data-print="hidden">
                <CopyButton text={inLines(view.isPayable ? [...view.payee, view.top] : view.payee)}>
                  Скопировать реквизиты
                </CopyButton>
              </div>
            </div>
            {code && <PaymentCode view={view} code={code} />}
          </div>
        </Panel>
        <InvoiceTerms view={view} />
        {linkLists.map((list) => (
          <Links key={list.id} {...list} />
        ))}
      </Stack>
    </>
  )
}

function Top({ view, mayPay, isExplained }: Pick<InvoicePageProps, 'view' | 'mayPay' | 'isExplained'>) {
  return (
    <Panel tone={view.isPayable ? 'accent' : 'quiet'}>
      <div className={styles.toPay}>
        <div>
          <p className={styles.label}>{view.top.term}</p>
          <p className={styles.amount}>
            <Amount size="large" tone={view.isPayable ? 'due' : 'done'}>
              {view.top.description}
            </Amount>{' '}
            {isExplained && (
              <span data-print="hidden">
                <Link to={paths.invoiceExplanation(view.account, { period: view.period })}>
                  Почему такая сумма
                </Link>
              </span>
            )}
          </p>
          <p className={styles.due}>
            <Badge tone={view.status.tone}>{view.status.text}</Badge>{' '}
            <span>
              {view.due.text}
              {view.due.today && <span data-print="hidden">, {view.due.today}</span>}
              <span data-print="only">. Состояние на {view.asOf}</span>
            </span>
          </p>
        </div>
        {view.isPayable && mayPay && <PayLink account={view.account} />}
      </div>
    </Panel>
  )
}

function PayLink({ account }: { account: string }) {
  return (
    <div data-print="hidden">
      <ButtonLink size="large" to={paths.personalPay({ account })}>
        Оплатить
      </ButtonLink>
    </div>
  )
}

const inLines = (rows: InvoiceView['payee']) =>
  rows.map(({ term, description }) => `${term}: ${description}`).join('\n')

interface PaymentCodeProps {
  view: InvoiceView
  code: NonNullable<InvoicePageProps['code']>
}

/** The QR code. A phone can't point its camera at its own screen: it gets the code as a picture. */
function PaymentCode({ view, code }: PaymentCodeProps) {
  const picture = paths.invoiceCode(view.account, view.period)
  return (
    <div className={styles.code}>
      <QrCode drawing={code} label="QR-код для оплаты" />
      <p className={styles.byCamera}>
        Откройте приложение банка и наведите камеру: реквизиты и сумма заполнятся сами.
      </p>
      <div className={styles.onPhone}>
        <p>
          Сохраните QR-код, в приложении банка выберите оплату по QR-коду и откройте его из галереи: реквизиты
          и сумма заполнятся сами.
        </p>
        <Stack direction="row">
          <ShareButton content={{ picture, fileName: `qr-${view.period}.png` }} />
          <ButtonLink kind="secondary" to={picture} reload>
            Сохранить QR-код
          </ButtonLink>
        </Stack>
      </div>
      <div data-print="hidden">
        <Disclosure summary="Код словами">
          <p className={styles.text}>{code.text}</p>
        </Disclosure>
      </div>
    </div>
  )
}

/** Links of one kind, below the invoice. */
export interface LinkList {
  id: string
  title: string
  links: readonly { to: string; text: string; isCurrent?: boolean | undefined }[]
  note?: string | undefined
}

function Links({ id, title, links, note }: LinkList) {
  return (
    <nav aria-labelledby={id} data-print="hidden">
      <h2 className={styles.linksTitle} id={id}>
        {title}
      </h2>
      <ul className={styles.links}>
        {links.map(({ to, text, isCurrent }) => (
          <li key={to}>
            <Link to={to} look="plain" {...(isCurrent && { 'aria-current': 'page' as const })}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {note && <p className={styles.label}>{note}</p>}
    </nav>
  )
}
