import type { Contacts } from 'contract/base-data'
import type { Request, RequestHandler, Response } from 'express'
import { formatPhone } from 'format/phone'
import type { Log } from 'monitoring/log'
import type { Failure } from '../../api-client/failure'
import { ifRepeated, somethingWrongTitle, supportContacts } from '../../errors/error-text'
import { mailHref, telHref } from '../../ui/link/link-target'
import { readableRequestId } from '../../ui/request-number/request-number'
import { createAdmission, type RequestClass } from '../http/admission.server'
import { pagePath } from '../http/page-address.server'
import { countedAddress } from '../http/visitor-address.server'
import { siteTitleOf } from '../pages/company.server'
import type { RouteRules } from '../pages/route-rules.server'
import type { PortalMetrics } from '../portal-metrics.server'
import type { SessionCookie } from '../session/session-cookie.server'
import type { UpstreamCookies } from '../session/upstream-cookies.server'
import type { BaseDataCache } from '../upstream/base-data.server'

declare global {
  namespace Express {
    interface Locals {
      /** When the whole request had arrived, before any wait for content or a place; in milliseconds since 1970 UTC. */
      arrivedAt?: number
      /** Set if a form got no place: it comes back as typed, with this failure and without calls. */
      overloaded?: Failure
      /** The product API's cookies, unsealed from the session cookie; empty for a guest. */
      upstreamCookies: UpstreamCookies
      /** Gives the request's place to another one; called when its response is sent. */
      leavePlace?: () => void
    }
  }
}

interface OverloadOptions {
  /** Requests in work at once. */
  maxRequests: number
  rules: RouteRules
  session: Pick<SessionCookie, 'read'>
  siteTitle: string
  baseData: Pick<BaseDataCache, 'latest'>
  log: Log
  metrics: PortalMetrics
}

const RETRY_AFTER_S = 10
const OVERLOADED: Failure = {
  kind: 'unavailable',
  status: 503,
  reason: 'the portal is overloaded',
  retryAfter: `${RETRY_AFTER_S}`,
}
const LOG_EVERY_MS = 10_000

const tooManyVisitors = 'Сейчас на сайте слишком много посетителей.'

/**
 * Lets at most `maxRequests` be in work; more wait in queues, see `createAdmission`. A request that waits too long gets
 * 503 and a small page without scripts. A form that scripts have sent comes back as typed: scripts can't read that
 * page, and the browser has no other copy of the form.
 */
export const overload = ({
  maxRequests,
  rules,
  session,
  siteTitle,
  baseData,
  log,
  metrics,
}: OverloadOptions): RequestHandler => {
  const admission = createAdmission(maxRequests)
  metrics.watchQueue(admission.depths)
  const count = countRefused(log)
  return async (req, res, next) => {
    // The visitor has left while the request was read: no 'close' would release its place.
    if (res.destroyed) return
    res.locals.arrivedAt ??= Date.now()
    // Not after an await: a closed connection has no address.
    const address = countedAddress(req)
    const cookies = await session.read(req.headers.cookie)
    res.locals.upstreamCookies = cookies
    if (res.destroyed) return
    // The end of another request may admit this one: without `inTrace` it would continue that trace.
    const proceed = () => res.locals.inTrace(next)
    const leave = admission.arrive({
      requestClass: classOf(req, { rules, isCustomer: !cookies.isEmpty }),
      isCustomer: !cookies.isEmpty,
      client: cookies.header ?? address,
      route: `${req.method} ${rules.patternOf(pagePath(req.path))}`,
      onAdmitted: proceed,
      onRefused: (why) => {
        count()
        metrics.requestRefused()
        const isForm = req.method === 'POST'
        // If a queue is full, anything but the small page would cost too much.
        if (!isForm || !req.path.endsWith('.data') || why === 'too many')
          return refuse(
            res,
            page(siteTitleOf(baseData.latest, { siteTitle }), {
              words: isForm ? formWords : pageWords,
              requestId: res.locals.requestId,
              contacts: baseData.latest?.contacts,
            }),
          )
        res.locals.overloaded = OVERLOADED
        proceed()
      },
    })
    res.locals.leavePlace = leave
    res.once('close', leave)
  }
}

const NAMES_PAYMENT = /[?&]payment=[^&]/

const classOf = (
  req: Request,
  { rules, isCustomer }: { rules: RouteRules; isCustomer: boolean },
): RequestClass => {
  const isResult = rules.isPaymentResult(pagePath(req.path))
  if (isResult && (isCustomer || NAMES_PAYMENT.test(req.originalUrl))) return 'payment result'
  const who = isCustomer ? 'customer' : 'guest'
  return req.method === 'POST' ? `${who} form` : `${who} page`
}

/** Logs the number of refused requests, not each of them. */
const countRefused = (log: Log) => {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    refused += 1
    if (timer) return
    timer = setTimeout(() => {
      log.warn({ refused }, 'overloaded: requests were answered 503')
      refused = 0
      timer = undefined
    }, LOG_EVERY_MS).unref()
  }
}

const refuse = (res: Response, html: string) => {
  res
    .status(503)
    .set({ 'Retry-After': `${RETRY_AFTER_S}`, 'Cache-Control': 'no-store' })
    .type('html')
    .end(html)
}

const pageWords = `<p>${tooManyVisitors} Подождите минуту и попробуйте ещё раз: страница откроется, как только станет свободнее.</p>
<p><a href="">Попробовать ещё раз</a></p>`

const formWords = `<p>${tooManyVisitors} Форма не отправлена, деньги не списаны. Подождите минуту и обновите эту страницу: браузер отправит форму ещё раз, со всем, что вы ввели.</p>`

interface OverloadPage {
  words: string
  requestId: string
  contacts: Contacts | undefined
}

const page = (siteTitle: string, { words, requestId, contacts }: OverloadPage) => `<!DOCTYPE html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${somethingWrongTitle} — ${escapeHtml(siteTitle)}</title>
</head>
<body>
<main>
<h1>${somethingWrongTitle}</h1>
${words}
<p>${ifRepeated} в службу поддержки${contacts ? supportWords(contacts) : ''}. Номер запроса:&nbsp;${readableRequestId(requestId)}.</p>
</main>
</body>
</html>
`

const supportWords = (contacts: Contacts) => {
  const { phone, email } = supportContacts(contacts)
  const ways = [
    ...(phone ? [link(telHref(phone), formatPhone(phone))] : []),
    ...(email ? [link(mailHref(email), email)] : []),
  ]
  return ways.length > 0 ? `: ${ways.join(' или ')}` : ''
}

const link = (href: string | null, words: string) =>
  href ? `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>` : escapeHtml(words)

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
