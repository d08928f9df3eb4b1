/** `npm run test:long` repeats what chance decides far more often than anybody has patience for in `npm test`. */
export const isLongRun = process.env.TEST_LONG === '1'

export const times = (usually: number, inLongRun: number) => (isLongRun ? inLongRun : usually)
