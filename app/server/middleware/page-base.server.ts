import type { RequestHandler } from 'express'
import { type CompanyLook, companyLook } from '../pages/company-look.server'
import type { BaseDataCache } from '../upstream/base-data.server'

declare global {
  namespace Express {
    interface Locals {
      /** The version of base data when the request began, and the company's look by it; null: none yet. */
      base: { version: number; look: CompanyLook | null }
    }
  }
}

/** Reads the company's look once per request, so that the security policy and the page agree on it. */
export const pageBase =
  (baseData: BaseDataCache, publicUrl: URL): RequestHandler =>
  (_, res, next) => {
    const { version, latest } = baseData
    res.locals.base = { version, look: latest && companyLook(latest, publicUrl) }
    next()
  }
