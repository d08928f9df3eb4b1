import type { Visitor } from './visitor'

/** Holds back and counts the posts to a path until they are released. */
export async function holdPosts({ page }: Visitor, path: string) {
  const sent: string[] = []
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    ({ pathname }) => pathname.replace(/\.data$/, '') === path,
    async (route) => {
      if (route.request().method() === 'POST') {
        sent.push(route.request().url())
        await gone
      }
      await route.continue()
    },
  )
  return { sent, letGo }
}
