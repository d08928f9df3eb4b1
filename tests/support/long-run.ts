/** `npm run test:long` repeats randomised tests far more often than `npm test`. */
export const isLongRun = process.env.TEST_LONG === '1'

export const times = (usually: number, inLongRun: number) => (isLongRun ? inLongRun : usually)
