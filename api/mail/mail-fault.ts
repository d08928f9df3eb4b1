/**
 * The code of what has failed, without the server's words. nodemailer puts one code over a closed port, a name that is not
 * known and a certificate that is not accepted; the first code says which it is.
 */
export const mailFault = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  if ('originalCode' in error && typeof error.originalCode === 'string') return error.originalCode
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
