/** For what is built once for a whole file of tests: without it the file fails. */
const builtOnce = (tests) =>
  `runs once before the tests of a file, and Stryker runs only the first of them for it; ${tests} calls it`

/**
 * The mutants that survive, by area, and why no test has to kill them. `line` is where the mutant begins and `becomes` what
 * may stand in the place of the mutated code, all with single spaces.
 */
export const answeredSurvivors = {
  redirects: [
    {
      file: 'app/server/http/redirects.server.ts',
      line: String.raw`if (AMBIGUOUS.test(target) || !/^https?:\/\//i.test(target)) return null`,
      becomes: [String.raw`/https?:\/\//i`],
      why: 'an address with https:// further on has another scheme, which is refused as such',
    },
  ],
  guards: [],
  forms: [
    {
      file: 'app/server/forms/read-form.server.ts',
      line: 'const requestId = status >= 500 ? context.requestId : null',
      becomes: ['status > 500'],
      why: 'no failure comes back with the status 500: the API being out of reach is 502, 503 or 504',
    },
  ],
  ledger: [
    {
      file: 'api/ledger/days-of-payments.ts',
      line: 'if ((await readSetting(database.db, settingKey)) === timeZone) return',
      becomes: ['false'],
      why: 'saves a transaction at each start; the same is asked again inside it',
    },
    {
      file: 'api/ledger/days-of-payments.ts',
      line: 'if (before !== undefined && before !== timeZone) await countAnew(trx, timeZone)',
      becomes: ['true', 'before !== undefined || before !== timeZone'],
      why: 'saves time: what is counted anew in the same zone gives the same sums',
    },
    {
      file: 'api/ledger/days-of-payments.ts',
      line: "payments = await findCounted(trx, payments.at(-1)?.id ?? '')",
      becomes: ['payments.at(-1).id'],
      why: 'for the compiler: the loop runs only while there are payments',
    },
    {
      file: 'api/ledger/ledger.repository.ts',
      line: 'export const lockLedgerOf = (trx: Queries, account: string) => lockLedgersOf(trx, [account])',
      becomes: ['[]'],
      why: 'a transaction of SQLite is alone anyway; payments-at-once.test.ts shows the lock on PostgreSQL',
    },
    {
      file: 'api/ledger/ledger.repository.ts',
      line: '.values([...accounts].sort().map((account) => ({ account, balance: 0 })))',
      becomes: ['[...accounts]'],
      why: 'the order prevents two transactions of PostgreSQL from waiting for each other; SQLite runs one at a time',
    },
    {
      file: 'api/ledger/payment-sums.repository.ts',
      line: 'if (before.status === after.status && before.amount === after.amount) return',
      becomes: ['false'],
      why: 'saves two writes: to take a payment out and add the same one leaves the sums',
    },
    {
      file: 'api/ledger/rebuild-balances.ts',
      line: 'if (apply && accounts.length > 0)',
      becomes: ['true', 'accounts.length >= 0'],
      why: 'PostgreSQL refuses the statement for no accounts; SQLite changes nothing',
    },
    {
      file: 'api/ledger/settlement.repository.ts',
      line: 'if (accounts.length === 0) return',
      becomes: ['false'],
      why: 'PostgreSQL refuses the statement for no accounts; SQLite finds nothing',
    },
    {
      file: 'api/ledger/settlement.repository.ts',
      line: 'const changes: { id: string; paid: number }[] = []',
      becomes: ['["Stryker was here"]'],
      why: 'the compiler refuses it',
    },
    {
      file: 'api/ledger/settlement.repository.ts',
      line: 'const changed = paidByBalance(billed, billed[0]?.balance ?? 0)',
      becomes: ['billed[0].balance'],
      why: 'for the compiler: each list has at least one invoice',
    },
  ],
  'billing-rules': [
    {
      file: 'api/billing/overdue-penalty.ts',
      line: 'if (amount < 0) {',
      becomes: ['amount <= 0'],
      why: 'nothing paid changes no debt, and nothing given back changes none either',
    },
  ],
  billing: [
    {
      file: 'api/billing/issue-invoices.ts',
      line: 'due_at: dueAt > soonest ? dueAt : soonest,',
      becomes: ['dueAt >= soonest'],
      why: 'equal days are the same day',
    },
    {
      file: 'api/billing/issue-invoices.ts',
      line: 'penalty_days: penalty.days.length > 0 ? JSON.stringify(penalty.days) : null,',
      becomes: ['true', 'penalty.days.length >= 0'],
      why: 'an empty list is read as null is',
    },
    {
      file: 'api/billing/invoices.service.ts',
      line: 'const row = period && periods.includes(period) ? await findInvoice(db, { ...own, period }) : undefined',
      becomes: ['true', 'period || periods.includes(period)'],
      why: 'saves a query: a period that is not among them has no invoice',
    },
    {
      file: 'api/billing/issue-invoices.ts',
      line: 'volumes: counted.billed.length > 0 ? JSON.stringify(counted.billed) : null,',
      becomes: ['true', 'counted.billed.length >= 0'],
      why: 'an empty list is read as null is',
    },
    {
      file: 'api/billing/charges.service.ts',
      line: "export function chargesService({ config, database: { db } }: Pick<BillingDeps, 'config' | 'database'>) {",
      becomes: ['{}'],
      why: builtOnce('billing.test.ts'),
    },
    {
      file: 'api/billing/charges.service.ts',
      line: 'const dayOf = (moment: string) => today(config.timeZone, new Date(moment))',
      becomes: ['() => undefined'],
      why: builtOnce('billing.test.ts'),
    },
    {
      file: 'api/billing/charges.service.ts',
      line: 'return {',
      becomes: ['{}'],
      why: builtOnce('billing.test.ts'),
    },
    {
      file: 'api/billing/explanation.service.ts',
      line: 'const asCompared = ({ lines, penaltyDays, ...sums }: Row): ComparedInvoice => ({',
      becomes: ['() => undefined'],
      why: builtOnce('explanation.test.ts'),
    },
  ],
  'payment-rules': [],
  payments: [
    {
      file: 'api/payments/begin-payment.ts',
      line: "if (!payment) throw new PaymentError({ code: 'not_found' })",
      becomes: ['{}', 'false'],
      why: 'for the compiler: a payment is never deleted',
    },
    {
      file: 'api/payments/begin-payment.ts',
      line: 'if (stored.isNew) {',
      becomes: ['true'],
      why: 'of two requests at once with one key: to judge the same payment again changes nothing',
    },
    {
      file: 'api/payments/begin-payment.ts',
      line: 'if (error instanceof DomainError) await limiter.giveBack(wanted.uses)',
      becomes: ['true'],
      why: 'after a failure of the database giving back fails as well, or the use counts for an hour',
    },
    {
      file: 'api/payments/begin-payment.ts',
      line: 'if (!isNew) await limiter.giveBack(wanted.uses)',
      becomes: ['false'],
      why: 'of two replicas at once with one key: payments-at-once.test.ts, of PostgreSQL, has a low limit',
    },
    {
      file: 'api/payments/begin-payment.ts',
      line: 'if (!isOnItsWay(payment) || Date.now() > until) return payment',
      becomes: ['Date.now() >= until'],
      why: 'one millisecond of eight seconds',
    },
    {
      file: 'api/payments/begin-payment.ts',
      line: "const isOnItsWay = ({ state }: StoredPayment) => state === 'created' || state === 'sent'",
      becomes: ['false'],
      why: 'created is a state of a few milliseconds: whoever stores a payment sends it at once',
    },
    {
      file: 'api/payments/guest-payments.service.ts',
      line: 'if (!(await findAccountToPay(db, account)))',
      becomes: ['false'],
      why: 'storing the payment refuses the account with the same error; this comes before a use of the limit is counted',
    },
    {
      file: 'api/payments/guest-payments.service.ts',
      line: "export const guestPaymentsService = (deps: Pick<PaymentRoutesDeps, 'database' | 'limiter' | 'payments'>) => {",
      becomes: ['{}'],
      why: builtOnce('payments.test.ts'),
    },
    {
      file: 'api/payments/guest-payments.service.ts',
      line: 'return {',
      becomes: ['{}'],
      why: 'as the line above',
    },
    {
      file: 'api/payments/paying-twice.ts',
      line: "const paid = begunPayments.flatMap((payment) => (payment?.state === 'succeeded' ? [payment.amount] : []))",
      becomes: ['payment.state'],
      why: 'for the compiler: a payment is never deleted',
    },
  ],
  'autopayment-rules': [
    {
      file: 'api/autopayments/charge-days.ts',
      line: 'if (soonest <= chargeAt) return chargeAt',
      becomes: ['soonest < chargeAt'],
      why: 'a charge is meant for an hour of the day that allows it, so both ways give the same moment',
    },
  ],
  'user-rules': [],
  users: [
    {
      file: 'api/users/session-list.service.ts',
      line: "export const sessionListService = ({ database }: Pick<UsersDeps, 'database'>) => ({",
      becomes: ['{}'],
      why: builtOnce('sessions.test.ts'),
    },
    {
      file: 'api/users/sessions.ts',
      line: 'if (found.lastUsedAt <= before) await touchSession(db, tokenHash, { before, now: now.toISOString() })',
      becomes: ['true'],
      why: 'saves a statement, which has the same condition',
    },
    {
      file: 'api/users/sessions.ts',
      line: 'emailVerified: emailVerifiedAt !== null,',
      becomes: ['true'],
      why: 'nobody signs in before the address is verified',
    },
    {
      file: 'api/users/login.service.ts',
      line: 'device !== null && (await touchRemembered(trx, { userId, deviceHash: device, now: now.toISOString() }))',
      becomes: ['true'],
      why: 'for the compiler: no remembered device has null for a hash',
    },
    {
      file: 'api/users/login.service.ts',
      line: 'const known = device !== null && (await isKnownDevice(db, emailKey(email), device))',
      becomes: ['true'],
      why: 'for the compiler: no known device has null for a hash',
    },
    {
      file: 'api/users/login.service.ts',
      line: "if (user?.passwordHash !== found.passwordHash) throw new UserError({ code: 'wrong_credentials' })",
      becomes: ['user.passwordHash'],
      why: 'for a customer who is erased between two statements of a login',
    },
  ],
  'second-step': [
    {
      file: 'api/users/second-step/login-second-step.service.ts',
      line: 'const known = device !== null && (await knownDevicesOf(database.db, userId)).includes(device)',
      becomes: ['true'],
      why: 'for the compiler: no known device has null for a hash',
    },
    {
      file: 'api/users/second-step/login-second-step.service.ts',
      line: "if (userId === undefined) throw new UserError({ code: 'login_over' })",
      becomes: ['false'],
      why: 'saves the checks: a login that is over is refused when the code is counted, too',
    },
    {
      file: 'api/users/second-step/login-second-step.service.ts',
      line: 'if (tries === undefined) {',
      becomes: ['{}', 'false'],
      why: 'for a login that ends between two statements: it is refused in the transaction, too',
    },
    {
      file: 'api/users/second-step/login-second-step.service.ts',
      line: "if (user && user.eraseAt !== null) throw new UserError({ code: 'login_over' })",
      becomes: ['false'],
      why: 'for a deletion between two statements: it ends the logins that wait',
    },
    {
      file: 'api/users/second-step/login-second-step.service.ts',
      line: 'if (rememberDevice && deviceHash !== null) {',
      becomes: ['true'],
      why: 'for the compiler: no known device has null for a hash',
    },
    {
      file: 'api/users/second-step/second-step.service.ts',
      line: "if (!row) throw new UserError({ code: 'setup_over' })",
      becomes: ['false'],
      why: 'for a second step that is turned off between two statements',
    },
    {
      file: 'api/users/not-me.service.ts',
      line: 'if (device !== null) await forgetDevice(trx, userId, device)',
      becomes: ['true'],
      why: 'for the compiler: no known device has null for a hash',
    },
    {
      file: 'api/users/not-me.service.ts',
      line: 'if (!user || user.eraseAt !== null) return',
      becomes: ['!user && user.eraseAt !== null', 'false'],
      why: 'for the compiler: the links of an erased customer are erased',
    },
    {
      file: 'api/users/not-me.service.ts',
      line: "export const notMeService = ({ config, database, limiter, wakeJobs }: Omit<UsersDeps, 'hooks'>) => ({",
      becomes: ['{}'],
      why: builtOnce('new-device.test.ts'),
    },
    {
      file: 'api/users/second-step/one-time-code.ts',
      line: 'export const newSecret = (): string => new Secret({ size: secretBytes }).base32',
      becomes: ['{}'],
      why: 'the size is the one that the library chooses, too',
    },
    {
      file: 'api/users/second-step/recovery-codes.ts',
      line: String.raw`const bare = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')`,
      becomes: ['code.toUpperCase()'],
      why: 'either case will do, as long as it is one',
    },
    {
      file: 'api/users/second-step/sealed-secret.ts',
      line: "const idOf = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 8)",
      becomes: ["createHash('sha256').update(key).digest('hex')"],
      why: 'the id of a key may have any length',
    },
    {
      file: 'api/users/second-step/sealed-secret.ts',
      line: "throw new Error('No key of SECOND_STEP_KEY opens the secret of a second step', { cause })",
      becomes: ['{}'],
      why: 'the cause is for a person who reads the log',
    },
    {
      file: 'api/users/second-step/typed-code.ts',
      line: 'if (!row || row.turnedOnAt === null) return null',
      becomes: ['!row && row.turnedOnAt === null', 'false'],
      why: 'for a second step that is turned off between two statements, which ends the logins that wait',
    },
    {
      file: 'api/users/second-step/typed-code.ts',
      line: "return step === null ? null : { kind: 'one-time', userId, secret: row.secret, step }",
      becomes: ['false'],
      why: 'no step is later than the last one, so that such a code cannot be spent',
    },
  ],
}
