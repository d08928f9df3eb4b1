import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RadioGroup } from './radio-group'

const options = [
  { value: 'invoice', title: 'По каждой квитанции' },
  { value: 'monthly', title: 'Фиксированная сумма' },
]

const radiosOf = (html: string) => html.match(/<input[^>]*>/g) ?? []

const drawn = (errors: readonly string[]) =>
  renderToStaticMarkup(
    <RadioGroup
      id="f-rule"
      name="rule"
      label="Когда платить"
      hint="Подсказка"
      options={options}
      errors={errors}
    />,
  )

describe('a choice of one', () => {
  it('says its error at each option, and its hint at the group', () => {
    const html = drawn(['Выберите, когда платить'])
    expect(radiosOf(html)).toHaveLength(options.length)
    for (const radio of radiosOf(html)) {
      expect(radio).toContain('aria-invalid="true"')
      expect(radio).toContain('aria-describedby="f-rule-error"')
    }
    expect(html).toContain('id="f-rule-error"')
    expect(html).toMatch(/<fieldset[^>]* aria-describedby="f-rule-description"/)
  })

  it('without errors has no option that is invalid or described', () => {
    const radios = radiosOf(drawn([]))
    expect(radios).toHaveLength(options.length)
    for (const radio of radios) expect(radio).not.toMatch(/aria-(describedby|invalid)/)
  })
})
