import type { Endpoint } from './endpoint'

/** What holds for every call; Markdown. */
export const aboutApi = `The calls that a portal makes to a company's product API, and what it takes for an answer.
The examples are of the invented customers of the demo company.

**Which calls there have to be.** \`x-standing\` is \`specified\` for the calls that are fixed to the letter: method, path,
trailing slash or none, and the names of the fields. The others are \`extension\`. An extension with an \`x-feature\` is asked
only if \`features\` of the base data name it; otherwise no link leads to its screens, and they answer 404. The feature
\`confirmation\` has no calls: an API that names it refuses by itself, with \`confirm_required\`, a payment that may pay a debt
twice. Without it the portal compares the debt and the pending payments before its call. Nor has \`remembered-device\`: an
API that names it takes \`rememberDevice: true\` with the code of a login, and then for 30 days no code is needed for logins of
this customer from the same \`X-Device-Id\`. Other APIs never get the field.

**Session.** The portal keeps every cookie that an answer sets in its own sealed cookie and sends it back with the calls that
take one; the browser never has it. Any name will do, \`HttpOnly\`, over https \`Secure\`, 2560 bytes in all at most. A cookie
is deleted by \`Max-Age=0\` or a past \`Expires\`. Without a cookie nobody is asked who is signed in.

**Headers of every call.** \`X-Request-Id\`, and \`X-Forwarded-For\` with the one address of the visitor; \`Authorization:
Bearer\` with the portal's secret if it has one. A login has \`X-Device\` and \`X-Device-Id\`, too.

**Limits.** An answer has 10 seconds and 5 MiB; the calls of one page 12 seconds together. Nothing is ever sent again by
itself, and a redirect is a failure. 429 and 503 may name \`Retry-After\`, in seconds.

**Values.** Money is whole kopecks; above zero is owed. A moment is ISO 8601 in UTC, a day \`2026-10-05\`, a billing month
\`2026-10\`, a telephone E.164. Fields that are not named here are ignored; a missing one makes the answer a failure.

**Problems.** \`message\` is shown to the customer, \`errors\` at the fields of the form. Codes that are not named here are
shown by their message alone.`

/** What holds for one call besides its summary; Markdown. */
export const aboutCall = (endpoint: Endpoint): string =>
  [
    endpoint.standing === 'specified'
      ? 'Fixed by the specification: method, path and fields are exactly these.'
      : 'An extension.',
    endpoint.feature && `Asked only if the base data name the feature \`${endpoint.feature}\`.`,
    endpoint.cookies
      ? endpoint.forCustomers && 'Needs the session; without one 401, whatever else the request says.'
      : 'Comes without cookies: the answer is the same for everybody.',
    endpoint.query === 'as-it-came' && "The query is that of the visitor's page, unchanged.",
    endpoint.idempotent &&
      'The same key with the same body is the same thing, and changes nothing again; with another body it is refused with `idempotency_mismatch`. A refused request has not used its key up.',
    endpoint.mayBeKeyed &&
      'With a key a repeated request has one effect; an API that does not know keys ignores it.',
    endpoint.confirmable &&
      'May be refused with `confirm_required`; the confirmed request has `X-Pay-Anew: true`. `X-Seen-Balance` is the balance on the page that was pressed, in kopecks; of several accounts, in the order of the parts, with nothing where it is not known.',
    endpoint.maybeEmpty && 'May also be answered with an empty 204.',
    endpoint.streamed && 'A document of any size, which is passed on as it comes.',
  ]
    .filter(Boolean)
    .join('\n\n')

/** What a status means for the customer. */
export const aboutStatus: Readonly<Record<number, string>> = {
  401: 'Nobody is signed in: the portal drops the session and leads to the login',
  403: 'Not allowed',
  404: 'There is no such thing, or it is not the customer’s',
  409: 'It can not be done as things are',
  410: 'The link is too old or was used',
  422: 'Something was filled in wrong, or has to be confirmed',
  429: 'Asked too often; `Retry-After` says how long to wait',
}
