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
  'payment-rules': [],
  'autopayment-rules': [
    {
      file: 'api/autopayments/charge-days.ts',
      line: 'if (soonest <= chargeAt) return chargeAt',
      becomes: ['soonest < chargeAt'],
      why: 'a charge is meant for an hour of the day that allows it, so both ways give the same moment',
    },
  ],
  'user-rules': [],
}
