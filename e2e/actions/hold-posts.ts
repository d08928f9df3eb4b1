import type { Visitor } from './visitor'

/** Holds back and counts the posts to a path until they are released. */
export async function holdPosts({ page }: Visitor, path: string) {
  const sent: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    ({ pathname }) => pathname.replace(/\.data$/, '') === path,
    async (route) => {
      if (route.request().method() === 'POST') {
        sent.push(route.request().url())
        await released
      }
      await route.continue()
    },
  )
  return { sent, release }
}
