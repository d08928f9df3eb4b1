/** Returns the result of the work, or `otherwise` after `ms`. The work goes on, but the process may end before it. */
export const withTimeout = async <Result, Otherwise>(
  work: Promise<Result>,
  ms: number,
  otherwise: Otherwise,
): Promise<Result | Otherwise> => {
  let timer: NodeJS.Timeout | undefined
  const timeoutResult = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise).unref()
  })
  try {
    return await Promise.race([work, timeoutResult])
  } finally {
    clearTimeout(timer)
  }
}
