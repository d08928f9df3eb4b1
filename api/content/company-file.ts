import type { OwnWords } from 'api/mail/letter'
import { isLetterKind, type LetterKind, letterFacts } from 'api/mail/letter-facts'
import { accentShades, isColour, nearestAccent } from 'format/accent'
import { fillPlaceholders, placeholdersIn } from 'format/placeholders'
import { isBic, isCorrespondentAccount, isInn, isKpp, isOgrn, isSettlementAccount } from 'format/requisites'
import { z } from 'zod'
import { parseYaml } from './yaml-text'

const text = z.string().trim().min(1)
const bankAccount = ['bank', 'bic', 'correspondent_account', 'settlement_account'] as const

/** The company's legal and bank details, with a check of check digits, and of an account against its bank. */
const requisites = z
  .strictObject({
    legal_name: text,
    inn: text.refine(isInn, 'is no INN: its check digit does not hold'),
    kpp: text.refine(isKpp, 'is no KPP: it has nine characters').optional(),
    ogrn: text.refine(isOgrn, 'is no OGRN: its check digit does not hold').optional(),
    address: text.optional(),
    bank: text.optional(),
    bic: text.refine(isBic, 'is no BIC: it has nine digits, from 04').optional(),
    correspondent_account: text.optional(),
    settlement_account: text.optional(),
  })
  .superRefine((fields, context) => {
    const addMistake = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const { bic = '', correspondent_account, settlement_account } = fields
    if (bankAccount.some((field) => fields[field] !== undefined))
      for (const field of bankAccount)
        if (fields[field] === undefined)
          addMistake(field, 'is needed beside the other data of the bank account')
    if (!isBic(bic)) return
    if (settlement_account !== undefined && !isSettlementAccount(settlement_account, bic))
      addMistake('settlement_account', 'is no account at the bank of this BIC: its check digit does not hold')
    if (correspondent_account !== undefined && !isCorrespondentAccount(correspondent_account, bic))
      addMistake('correspondent_account', 'is not the account of this BIC: its check digit does not hold')
  })

/** The content of `company.yaml`. */
export interface Company {
  name: string
  shortName: string
  /** A file of the folder, or an https address. */
  logo: { file: string } | { address: string } | null
  /** `#rrggbb`, legible. */
  accent: string | null
  /** By name, for `{{name}}` in pages and letters: the names and the requisites. */
  values: CompanyValues
  letters: CompanyLetters
}

export type CompanyValues = Readonly<Record<string, string>>

/** The company's own texts for letters, with its values filled in. Facts of letters are still `{{fact}}`. */
interface CompanyLetters {
  greeting?: string | undefined
  signature?: readonly string[] | undefined
  footer?: string | undefined
  texts: Partial<Record<LetterKind, OwnWords>>
}

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}*$/u, 'must be one line')
const paragraph = z.string().trim().min(1).max(1_000)

const logo = z.union(
  [
    z
      .string()
      .regex(/^[\w-][\w.-]*\.(?:svg|png|webp|jpe?g)$/i)
      .transform((file) => ({ file })),
    z.url({ protocol: /^https$/ }).transform((address) => ({ address })),
  ],
  'must be the name of an .svg, .png, .webp or .jpg file in this folder, or an https: address',
)

const accent = z.string().superRefine((colour, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (!isColour(colour))
    refuse('must be a colour in quotes such as "#0b5a5a"; without quotes, YAML takes # for a comment')
  else if (!accentShades(colour))
    refuse(
      `texts in ${colour} are hard to read (their contrast is below 4.5); the nearest colour that fits is "${nearestAccent(colour)}"`,
    )
})

const file = z
  .strictObject({
    name: line(80),
    short_name: line(40).optional(),
    logo: logo.optional(),
    accent: accent.optional(),
    requisites: requisites.optional(),
    letters: z
      .strictObject({
        greeting: line(200).optional(),
        signature: paragraph.optional(),
        footer: paragraph.optional(),
        texts: z
          .record(z.string(), z.strictObject({ subject: line(150).optional(), intro: paragraph.optional() }))
          .default({}),
      })
      .default({ texts: {} }),
  })
  .superRefine((company, context) => {
    const valueNames = Object.keys(valuesOf(company))
    const { texts, ...common } = company.letters
    const check = (path: string[], text: string | undefined, facts: readonly string[]) => {
      const unknown = placeholdersIn(text ?? '').filter((name) => ![...valueNames, ...facts].includes(name))
      for (const name of unknown)
        context.addIssue({
          code: 'custom',
          path: ['letters', ...path],
          message: `there is no {{${name}}} here, only ${[...facts, ...valueNames].join(', ')}`,
        })
    }
    for (const [field, text] of Object.entries(common)) check([field], text, [])
    for (const [kind, words] of Object.entries(texts)) {
      if (!isLetterKind(kind)) {
        const message = `there is no such letter, only ${Object.keys(letterFacts).join(', ')}`
        context.addIssue({ code: 'custom', path: ['letters', 'texts', kind], message })
        continue
      }
      const facts = letterFacts[kind]
      check(['texts', kind, 'subject'], words.subject, facts)
      check(['texts', kind, 'intro'], words.intro, facts)
      const missingFacts = words.intro
        ? facts.filter((fact) => !placeholdersIn(words.intro ?? '').includes(fact))
        : []
      if (missingFacts.length > 0)
        context.addIssue({
          code: 'custom',
          path: ['letters', 'texts', kind, 'intro'],
          message: `must tell what the letter is sent for: ${missingFacts.map((fact) => `{{${fact}}}`).join(', ')}`,
        })
    }
  })

interface NamesAndRequisites {
  name: string
  short_name?: string | undefined
  requisites?: z.output<typeof requisites> | undefined
}

const valuesOf = ({ name, short_name = name, requisites }: NamesAndRequisites): CompanyValues => {
  const entries = Object.entries({ name, short_name, ...requisites })
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

/** Parses `company.yaml`. Throws a BadFile. */
export const parseCompany = (text: string): Company => {
  const company = parseYaml(text, file, { textOnly: true })
  const values = valuesOf(company)
  const fillValues = (text: string | undefined) => text && fillPlaceholders(text, values)
  const { greeting, signature, footer, texts } = company.letters
  const ownWords = Object.entries(texts).flatMap(([kind, { subject, intro }]) =>
    isLetterKind(kind) ? [[kind, { subject: fillValues(subject), intro: fillValues(intro) }] as const] : [],
  )
  return {
    name: company.name,
    shortName: company.short_name ?? company.name,
    logo: company.logo ?? null,
    accent: company.accent?.toLowerCase() ?? null,
    values,
    letters: {
      greeting: fillValues(greeting),
      signature: fillValues(signature)
        ?.split('\n')
        .map((line) => line.trim()),
      footer: fillValues(footer),
      texts: Object.fromEntries(ownWords),
    },
  }
}
