/** What an operator does about a restored database. */
export const chargesOnHold =
  'Charges are on hold: reconcile, credit what is missing_here by credit-payment, then release-charges'
