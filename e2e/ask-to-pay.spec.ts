import { anna } from './data/people'
import { scriptModeTags } from './support/script-mode-tags'
import { expect, test } from './test'

const inTurn = scriptModeTags()

const FLAT = '4010028513'

test('a customer sends a link, and another person opens the payment by it', { tag: inTurn() }, async ({
  visitor,
  anotherVisitor,
}) => {
  await visitor.isSignedIn(anna)
  await visitor.opens(`/personal/pay?account=${FLAT}`)
  await visitor.follows('отправьте ему ссылку')
  await visitor.sees('Попросить оплатить')
  const link = await visitor.main.getByText(/\/pay\?account=/).innerText()
  const payer = await anotherVisitor()
  await payer.opens(link)
  await payer.sees('Оплата лицевого счёта')
  await expect(payer.main).toContainText(`Лицевой счёт ${FLAT}`)
  await expect(payer.main).not.toContainText(anna.name)
})

test('the link is copied, and given to the share sheet of the device @scripts-on', async ({ visitor }) => {
  await visitor.page.addInitScript(() => {
    const shared: ShareData[] = []
    const copied: string[] = []
    Object.assign(window, { shared, copied })
    const share = async (content: ShareData) => void shared.push(content)
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  })
  await visitor.isSignedIn(anna)
  await visitor.opens(`/personal/ask-to-pay?account=${FLAT}`)
  const link = await visitor.main.getByText(/\/pay\?account=/).innerText()
  await visitor.presses('Скопировать ссылку')
  await expect(visitor.button('Скопировано')).toBeVisible()
  await visitor.presses('Поделиться')
  await expect
    .poll(() => visitor.page.evaluate(() => [Reflect.get(window, 'copied'), Reflect.get(window, 'shared')]))
    .toEqual([[link], [{ text: `Оплата лицевого счёта ${FLAT}`, url: link }]])
})

test('a device without a share sheet has no button for it @scripts-on', async ({ visitor }) => {
  await visitor.page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
  })
  await visitor.isSignedIn(anna)
  await visitor.opens('/personal/ask-to-pay')
  await expect(visitor.button('Скопировать ссылку')).toBeVisible()
  await expect(visitor.button('Поделиться')).toHaveCount(0)
})
