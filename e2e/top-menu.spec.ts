import { expect, test } from './test'

// Two items side by side in its top menu have lists.
test.use({ setup: { settings: { CONTENT_DIR: 'e2e/data/own-company' } } })

test('at most one list of the top menu is open, by pointer and by keyboard @scripts-on', async ({
  visitor,
}) => {
  const { keyboard, mouse } = visitor.page
  const menu = visitor.page.getByRole('navigation', { name: 'Основное меню' })
  const residents = menu.locator('summary', { hasText: 'Жителям' })
  const company = menu.locator('summary', { hasText: 'О компании' })
  const benefits = menu.getByRole('link', { name: 'Льготы и субсидии' })
  const documents = menu.getByRole('link', { name: 'Документы' })
  await visitor.opens('/login')

  await test.step('a press beside the page closes the list', async () => {
    // The script that closes lists comes last: until then the list stays open.
    await expect(async () => {
      if (!(await benefits.isVisible())) await residents.click()
      await mouse.click(5, 600)
      await expect(benefits).toBeHidden({ timeout: 500 })
    }).toPass()
  })

  await test.step('a press on the next item closes the list and opens its own', async () => {
    await residents.click()
    await expect(benefits).toBeVisible()
    await company.click()
    await expect(documents).toBeVisible()
    await expect(benefits).toBeHidden()
  })

  await test.step('Tab from the last link to the next item closes the list', async () => {
    await residents.press('Enter')
    await expect(benefits).toBeVisible()
    await expect(documents).toBeHidden()
    await menu.getByRole('link', { name: 'Подготовка к зиме' }).focus()
    await expect(benefits).toBeVisible()
    await keyboard.press('Tab')
    await expect(company).toBeFocused()
    await expect(benefits).toBeHidden()
  })

  await test.step('Escape closes the list wherever the focus is, and moves it only out of the list', async () => {
    await residents.press('Enter')
    await menu.getByRole('link', { name: 'Подготовка к зиме' }).focus()
    await keyboard.press('Escape')
    await expect(benefits).toBeHidden()
    await expect(residents).toBeFocused()

    // As in Safari, where a pressed summary takes no focus.
    await residents.click()
    await residents.evaluate((summary: HTMLElement) => summary.blur())
    await expect(benefits).toBeVisible()
    await keyboard.press('Escape')
    await expect(benefits).toBeHidden()
    await expect(residents).not.toBeFocused()
  })
})
