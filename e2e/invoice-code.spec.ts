import { anna } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

/** Of an account with a debt. */
const INVOICE = '/personal/invoice?account=7120004468'
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1366, height: 768 }

test('the QR code of an invoice is saved on a phone, and read by a camera from a large screen', {
  tag: inTurn(),
}, async ({ visitor }) => {
  const byCamera = visitor.main.getByText('наведите камеру')
  const save = visitor.link('Сохранить QR-код')
  await visitor.isSignedIn(anna)
  await visitor.page.setViewportSize(PHONE)
  await visitor.opens(INVOICE)
  await expect(byCamera).toBeHidden()
  const downloading = visitor.page.waitForEvent('download')
  await save.click()
  expect((await downloading).suggestedFilename()).toMatch(/\.png$/)
  await visitor.page.setViewportSize(DESKTOP)
  await expect(byCamera).toBeVisible()
  await expect(save).toBeHidden()
})

test('the QR code is given to the share sheet as a picture that the browser can show @scripts-on', async ({
  visitor,
}) => {
  await visitor.page.addInitScript(() => {
    const share = async ({ files: [file] = [] }: ShareData) => {
      const picture = file && (await createImageBitmap(file))
      Object.assign(window, { shared: { type: file?.type, isSquare: picture?.width === picture?.height } })
    }
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })
  })
  await visitor.isSignedIn(anna)
  await visitor.page.setViewportSize(PHONE)
  await visitor.opens(INVOICE)
  await visitor.presses('Поделиться')
  await expect
    .poll(() => visitor.page.evaluate(() => Reflect.get(window, 'shared')))
    .toEqual({ type: 'image/png', isSquare: true })
})

test('the requisites are copied with the purpose and the sum @scripts-on', async ({ visitor }) => {
  await visitor.page.addInitScript(() => {
    const clipboard = { writeText: async (text: string) => void Object.assign(window, { copied: text }) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  })
  await visitor.isSignedIn(anna)
  await visitor.opens(INVOICE)
  await visitor.presses('Скопировать реквизиты')
  await expect(visitor.button('Скопировано')).toBeVisible()
  const copied = await visitor.page.evaluate(() => String(Reflect.get(window, 'copied')))
  expect(copied).toMatch(/^Расчётный счёт: \d{20}$/m)
  expect(copied).toMatch(/^Назначение платежа: Лицевой счёт 7120004468, \d\d\.\d{4}$/m)
  expect(copied).toMatch(/^К\sоплате: 1\s159,40\s₽$/m)
})
