import type { ApiConfig } from 'api/config'
import type { Queries } from 'api/db/database'
import { type LetterCompany, plainCompany } from 'api/mail/letter'
import type { BaseData } from 'contract/base-data'
import type { Page } from 'contract/pages'
import { LRUCache } from 'lru-cache'
import { errorFields, type Log } from 'monitoring/log'
import type { Company } from './company-file'
import { consentTexts } from './consent-texts'
import { consentPaths, isConsent, openFolder } from './content-folder'
import { type Logo, logoFolder } from './logo-file'

/** The company's name and look, pages, menus and contacts, from the current files. */
export interface Content {
  /** Base data without the features. */
  baseData(): BaseData
  page(path: string): Promise<Page | undefined>
  /** The logo of this name: the current one, or an earlier one that open pages may still show. */
  logo(name: string): Logo | undefined
  letterCompany(): LetterCompany
  /** Compares the consents with their stored versions. */
  reviewConsents(): Promise<void>
  /** The problems of the files, a line `file:line: what` each. */
  problems(): string[]
}

interface ContentOptions {
  config: Pick<ApiConfig, 'contentDir' | 'siteTitle' | 'publicUrl' | 'apiPublicUrl'>
  db: Queries
  log: Log
  clock: () => Date
}

const mostLogos = 4

/** Throws a ConfigError when there is no such folder. */
export const openContent = ({ config, db, log, clock }: ContentOptions): Content => {
  const folder = openFolder(config.contentDir, log)
  const consents = consentTexts(db, log)
  const logos = new LRUCache<string, Logo>({ max: mostLogos })
  // A portal at another address can't serve the picture itself.
  const logoBase = config.apiPublicUrl === config.publicUrl ? '' : config.apiPublicUrl

  const readCurrentLogo = () => {
    const logo = folder.logo(clock())
    if (logo) logos.set(logo.name, logo)
    return logo
  }

  const logoAddress = ({ logo }: Company) => {
    if (logo && 'address' in logo) return logo.address
    const current = readCurrentLogo()
    return current ? `${logoBase}${logoFolder}${current.name}` : null
  }

  const reviewConsents = async () => {
    for (const path of consentPaths) {
      const file = folder.page(path, clock())
      if (file) await consents.documentToShow(path, file, clock())
    }
  }

  return {
    reviewConsents,
    baseData() {
      const company = folder.company(clock())
      return {
        ...folder.site(clock()),
        ...(company && {
          company: { name: company.name, logo: logoAddress(company), accent: company.accent },
        }),
      }
    },
    async page(path) {
      const now = clock()
      const redirect = folder.redirect(path, now)
      if (redirect) return { redirect }
      const file = folder.page(path, now)
      return file && (isConsent(path) ? consents.documentToShow(path, file, now) : file.document)
    },
    logo(name) {
      readCurrentLogo()
      return logos.get(name)
    },
    letterCompany: () => letterCompanyOf(folder.company(clock()), config.siteTitle),
    problems() {
      const problems = [...folder.problems(clock()), ...consents.problems()]
      // Runs in the background: the next call returns its result.
      reviewConsents().catch((error: unknown) =>
        log.warn(errorFields(error), 'consents could not be compared'),
      )
      return problems
    },
  }
}

/** `siteTitle` is the name of a company without `company.yaml`. */
const letterCompanyOf = (company: Company | null, siteTitle: string): LetterCompany => {
  const defaults = plainCompany(company?.name ?? siteTitle)
  const { greeting, signature, footer, texts } = company?.letters ?? defaults
  return {
    name: defaults.name,
    shortName: company?.shortName ?? defaults.shortName,
    accent: company?.accent ?? defaults.accent,
    greeting: greeting ?? defaults.greeting,
    signature: signature ?? defaults.signature,
    footer: footer ?? defaults.footer,
    texts,
  }
}
