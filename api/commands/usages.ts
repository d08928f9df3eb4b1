/** What to type for the commands whose calls are long, without the program. */
export const usages = {
  import: 'import accounts|balances|charges|invoices|payments FILE [--map FILE.yaml] [--apply] [--as NAME]',
  paymentsRegister:
    'payments-register DAY [--to DAY] [--columns NAME,…] [--format csv|1c] [--encoding utf-8|windows-1251]',
}
