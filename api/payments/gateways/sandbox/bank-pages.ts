import { readBytes } from 'api/http/read-body'
import { Refusal } from 'api/refusal'
import { toKopecks } from 'contract/money'
import { parseRubles } from 'format/money'
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { errorFields, type Log } from 'monitoring/log'
import { emptyCard, readAppForm, readCardForm } from './bank-form'
import {
  appView,
  arrivingView,
  type BankView,
  bankPage,
  brokenView,
  confirmView,
  missingView,
  overView,
  payView,
  receiptView,
  refundView,
} from './bank-views'
import { type SandboxBank, scenarioOf, waitsForAnswer } from './sandbox-bank'
import type { BankPayment } from './sandbox-bank.repository'
import type { SandboxRefunds } from './sandbox-refunds'
import { webhookTiming } from './scenarios'

interface BankPagesOptions {
  bank: SandboxBank
  refunds: SandboxRefunds
  /** Where these pages are: '…/sandbox-bank'. */
  pagesUrl: string
  /** The portal, which payers are sent back to. */
  publicUrl: string
  timeZone: string
  clock: () => Date
  log: Log
}

/** The pages of the test bank: a card, a confirmation, a receipt. They work without scripts and have none. */
export const bankPages = ({
  bank,
  refunds,
  pagesUrl,
  publicUrl,
  timeZone,
  clock,
  log,
}: BankPagesOptions): Hono => {
  const pages = new Hono()
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    // Browsers apply it to the redirect that follows the form, too.
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

  pages.use(async (context, next) => {
    await next()
    context.header('content-security-policy', policy)
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'same-origin')
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  })

  const folder = new URL(pagesUrl).pathname
  const show = (context: Context, view: BankView, status: ContentfulStatusCode = 200) =>
    context.html(bankPage(view, folder), status)

  /** Redirects by the state of the payment: to the 3-D Secure question, or back to the site if there is an address. */
  const redirectPayer = (context: Context, payment: BankPayment) => {
    if (payment.status === 'pending') return context.redirect(`${pagesUrl}/pay/${payment.id}/confirm`, 303)
    if (payment.status === 'succeeded' && scenarioOf(payment).breaks) {
      return show(context, brokenView(payment), 500)
    }
    const back = payment.status === 'succeeded' ? payment.success_url : payment.failed_url
    return back ? context.redirect(back, 303) : show(context, overView(payment))
  }

  const redirectToCard = (context: Context, id: string) => context.redirect(`${pagesUrl}/pay/${id}`, 303)

  /** Answers a form that changes nothing: the payment is over, or it has no card that could be confirmed. */
  const showUnchanged = async (context: Context, id: string) => {
    const payment = await bank.find(id)
    if (!payment) return show(context, missingView, 404)
    return payment.status === 'pending' ? redirectToCard(context, id) : show(context, overView(payment), 409)
  }

  pages.get('/bank.css', (context) =>
    context.body(bankStyles, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    }),
  )

  pages.get('/pay/:id', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    if (!payment) return show(context, missingView, 404)
    return show(context, payment.status === 'pending' ? payView(payment, emptyCard) : overView(payment))
  })

  pages.post('/pay/:id', async (context) => {
    const id = context.req.param('id')
    const payment = await bank.find(id)
    if (payment?.status !== 'pending') return showUnchanged(context, id)
    const form = await readForm(context.req.raw)
    const input = form.get('step') === 'give-up' ? null : readCardForm(form, clock())
    if (input && !input.ok) return show(context, payView(payment, input.typed, input.errors), 400)
    const updatedPayment = input ? await bank.payBy(id, input.details) : await bank.giveUp(id)
    return updatedPayment ? redirectPayer(context, updatedPayment) : showUnchanged(context, id)
  })

  pages.get('/pay/:id/confirm', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    if (!payment) return show(context, missingView, 404)
    return waitsForAnswer(payment) ? show(context, confirmView(payment)) : redirectToCard(context, payment.id)
  })

  pages.post('/pay/:id/confirm', async (context) => {
    const id = context.req.param('id')
    const form = await readForm(context.req.raw)
    const updatedPayment = await bank.confirm(id, form.get('step') === 'confirm')
    return updatedPayment ? redirectPayer(context, updatedPayment) : showUnchanged(context, id)
  })

  /** The page of the app by the state of the payment. */
  const showApp = (context: Context, payment: BankPayment, status?: ContentfulStatusCode) => {
    if (payment.status !== 'pending') return show(context, overView(payment), status)
    return show(context, payment.arrives_at === null ? appView(payment) : arrivingView(payment), status)
  }

  pages.get('/app/:id', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    return payment?.kind === 'sbp' ? showApp(context, payment) : show(context, missingView, 404)
  })

  pages.post('/app/:id', async (context) => {
    const id = context.req.param('id')
    const payment = await bank.find(id)
    if (payment?.kind !== 'sbp') return show(context, missingView, 404)
    const form = await readForm(context.req.raw)
    const updatedPayment =
      form.get('step') === 'give-up' ? await bank.giveUp(id) : await bank.confirmInApp(id, readAppForm(form))
    if (!updatedPayment) return showApp(context, (await bank.find(id)) ?? payment, 409)
    return updatedPayment.status === 'pending'
      ? showApp(context, updatedPayment)
      : redirectPayer(context, updatedPayment)
  })

  pages.get('/receipt/:id', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    if (payment?.status !== 'succeeded') return show(context, missingView, 404)
    return show(context, receiptView(payment, await refunds.ofPayment(payment.id), timeZone))
  })

  pages.get('/refund/:id', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    if (payment?.status !== 'succeeded') return show(context, missingView, 404)
    return show(context, refundView({ payment, refunds: await refunds.ofPayment(payment.id) }, timeZone))
  })

  pages.post('/refund/:id', async (context) => {
    const payment = await bank.find(context.req.param('id'))
    if (payment?.status !== 'succeeded') return show(context, missingView, 404)
    const form = await readForm(context.req.raw)
    const typed = (form.get('amount') ?? '').slice(0, 40)
    const webhooks = webhookTiming.safeParse(form.get('webhooks'))
    const sum = parseRubles(typed)
    const refundInput = { gatewayPaymentId: payment.id, amount: toKopecks(sum.ok ? sum.kopecks : 0) }
    const result = await refunds.giveBack(refundInput, webhooks.success ? webhooks.data : 'usual')
    if (result.kind === 'refunded') return context.redirect(`${pagesUrl}/refund/${payment.id}`, 303)
    const error = 'Введите сумму в рублях, не больше той, что осталась.'
    const page = { payment, refunds: await refunds.ofPayment(payment.id), typed, error }
    return show(context, refundView(page, timeZone), 400)
  })

  pages.all('*', (context) => show(context, missingView, 404))

  pages.onError((error, context) => {
    if (error instanceof Refusal) return context.text(error.problem.message, error.status === 413 ? 413 : 400)
    log.error(errorFields(error), 'a page of the test bank failed')
    return context.text('Учебный банк сломался. Вернитесь на сайт: он узнает, прошёл ли платёж.', 500)
  })
  return pages
}

const readForm = async (request: Request) =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(request)))

/** The look of the test bank: nobody may take it for a real one, or for a page of the company's. */
const bankStyles = `
* { box-sizing: border-box; margin: 0; }
html { color-scheme: light; -webkit-text-size-adjust: 100%; }
body { background: #f4efe4; color: #22201b; font: 1.0625rem/1.5 Georgia, 'Times New Roman', serif; }
a { color: #4a2a7b; }
:focus-visible { outline: 3px solid #4a2a7b; outline-offset: 2px; }
header { background: repeating-linear-gradient(-45deg, #f5c518 0 1rem, #22201b 1rem 2rem); padding: .75rem 1rem; }
header p { background: #fffdf6; border-radius: .25rem; margin: 0 auto; max-width: 30rem; padding: .5rem .75rem; text-align: center; }
main { margin: 1.5rem auto 3rem; max-width: 32rem; padding: 0 1rem; }
.slip { background: #fffdf6; border: 1px solid #b9ae94; border-radius: .25rem; padding: clamp(1rem, 5vw, 2rem); }
h1 { font-size: clamp(1.5rem, 6vw, 2rem); line-height: 1.2; margin-bottom: .75rem; }
h2 { font-size: 1.125rem; margin-bottom: .5rem; }
p + p, dl + *, .slip > * + *, form > * + * { margin-top: 1rem; }
dl { display: grid; gap: .25rem .75rem; grid-template-columns: auto 1fr; }
dt { color: #5c5545; }
dd { overflow-wrap: anywhere; }
.pair { align-items: end; display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; }
label { display: block; font-weight: bold; }
.hint { color: #5c5545; display: block; font-size: .9375rem; }
.wrong { color: #8c1020; display: block; font-weight: bold; }
input:not([type=checkbox]), select { background: #fff; border: 2px solid #6c6351; border-radius: .25rem; color: inherit; display: block; font: inherit; margin-top: .25rem; min-height: 3rem; padding: .5rem .75rem; width: 100%; }
input[aria-invalid=true] { border-color: #8c1020; }
input[type=checkbox] { height: 1.5rem; margin-right: .5rem; vertical-align: text-bottom; width: 1.5rem; }
.check { align-items: flex-start; display: flex; font-weight: normal; min-height: 2.75rem; padding-top: .5rem; }
button, .button { background: #fffdf6; border: 2px solid #4a2a7b; border-radius: .25rem; color: #4a2a7b; cursor: pointer; display: inline-block; font: bold 1.0625rem/1.25 Georgia, serif; min-height: 3rem; padding: .75rem 1.25rem; text-decoration: none; }
button.main, .button.main { background: #4a2a7b; color: #fff; }
button.main { width: 100%; }
button:hover, .button:hover { background: #35195f; color: #fff; }
.errors { border: 2px solid #8c1020; padding: 1rem; }
.errors a { color: #8c1020; }
details { border-top: 1px solid #b9ae94; padding-top: .75rem; }
summary { cursor: pointer; font-weight: bold; min-height: 2.75rem; padding: .5rem 0; }
details > * + * { margin-top: .75rem; }
.cards { list-style: none; padding: 0; }
.cards li { align-items: center; border-top: 1px dotted #b9ae94; display: flex; gap: 1rem; padding: .5rem 0; }
.cards li > span { flex: 1; }
.cards code { font: 1rem/1.5 ui-monospace, monospace; }
.cards button { font-size: .9375rem; min-height: 2.75rem; padding: .5rem .75rem; }
.actions { display: flex; flex-wrap: wrap; gap: 1rem; }
@media (max-width: 22rem) { .pair { grid-template-columns: 1fr; } }
`
