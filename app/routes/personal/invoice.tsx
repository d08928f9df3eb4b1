import type { AppLoadContext, LoaderFunctionArgs, MetaArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { today } from 'format/dates'
import { pageMeta } from '~/document/page-meta'
import { ColumnTerms, InvoiceLines, InvoiceTerms, InvoiceWord } from '~/features/invoices/invoice-lines'
import { type InvoiceView, viewOfInvoice } from '~/features/invoices/invoice-view'
import { type LinkList, linkListsOf } from '~/features/invoices/link-lists.server'
import { loadInvoice } from '~/features/invoices/load-invoice.server'
import { NoInvoice } from '~/features/invoices/no-invoice'
import { paymentCode } from '~/features/invoices/payment-order-qr.server'
import { AccountSwitcher } from '~/layouts/account-switcher'
import { titleOfAccount } from '~/layouts/page-account'
import { paths } from '~/paths'
import { companyContact } from '~/server/pages/company.server'
import { type Api, requireUser } from '~/server/pages/guards.server'
import type { RouteHandle } from '~/server/pages/route-rules.server'
import { hasFeature } from '~/server/upstream/features.server'
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
import styles from './invoice.module.css'

export const handle = { access: 'user', secret: false } satisfies RouteHandle

/** Whether letters about invoices are available, but turned off. */
const lacksLetters = async (api: Api, context: AppLoadContext): Promise<boolean> => {
  if (!hasFeature(await context.baseData.current(), 'invoice-letters')) return false
  const letters = await api.loadIfPossible('invoiceLetters', {})
  return letters?.data.on === false
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const guarded = await requireUser(request, context)
  const { timeZone } = context.config
  const [{ account, choices, mayPay, invoice, periods, paidOn }, offersLetters] = await Promise.all([
    loadInvoice(request, guarded, timeZone),
    lacksLetters(guarded.api, context),
  ])
  if (!invoice) return { choices, shown: null }
  const day = today(timeZone, new Date())
  return {
    choices,
    shown: {
      view: viewOfInvoice(invoice, { today: day, timeZone, paidOn }),
      mayPay,
      /** Shown in print only. */
      company: await companyContact(context),
      linkLists: linkListsOf({ invoice, periods, account, today: day }),
      code: paymentCode(invoice),
      isExplained: hasFeature(await context.baseData.current(), 'explanation'),
      offersLetters,
    },
  }
}

export default function InvoicePage() {
  const { choices, shown } = useLoaderData<typeof loader>()
  const switcher = <AccountSwitcher choices={choices} to={(account) => paths.invoice(account)} />
  if (!shown)
    return (
      <>
        {switcher}
        <NoInvoice hasAccount={choices.length > 0} />
      </>
    )
  const { view, mayPay, company, linkLists, code, isExplained, offersLetters } = shown
  return (
    <>
      {switcher}
      <p className={styles.company} data-print="only">
        <strong>{company.name}</strong>
        {company.phone && `, ${company.phone}`}
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

interface TopProps {
  view: InvoiceView
  /** Whether the customer may pay for the account. */
  mayPay: boolean
  /** Whether the product API explains the sum. */
  isExplained: boolean
}

function Top({ view, mayPay, isExplained }: TopProps) {
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
  /** The QR code and its text. */
  code: { text: string } & QrDrawing
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

export const meta = (args: MetaArgs<typeof loader>) =>
  pageMeta(titleOfAccount(args.data?.shown?.view.heading ?? 'Квитанции', args.data?.choices), args)
