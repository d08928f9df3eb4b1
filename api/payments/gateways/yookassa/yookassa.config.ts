import { isInn } from 'format/requisites'
import { ConfigError, type Environment, httpAddress, readSettings, wholeNumber } from 'process/settings'
import { z } from 'zod'
import type { Deployment } from '../gateway-module'

interface YookassaShop {
  shopId: string
  secretKey: string
}

export interface YookassaConfig extends YookassaShop {
  /** Shops that take no new payments. Their payments are still polled, refunded and reconciled. */
  formerShops: readonly YookassaShop[]
  apiUrl: string
  /** VAT on receipts, by YooKassa's own numbers: 1 is «без НДС». */
  vatCode: number
  /** `utilities`: a shop of housing, where each payment has to name its recipient and billing period. */
  paymentOrder: 'none' | 'utilities'
  /** INN of the shop's owner; null: the only payee of the register. Unused if payments name their recipients. */
  payeeInn: string | null
  /** Whether the shop has SBP: then customers choose it beside cards. */
  takesSbp: boolean
  /** Whether the address that a webhook comes from is known for sure, and so can be checked. */
  checksAddresses: boolean
}

/** `null` if the text is not `id:key`. */
const readShop = (text: string): YookassaShop | null => {
  const [, shopId, secretKey] = /^([!-9;-~]+):([!-~]+)$/.exec(text.trim()) ?? []
  return shopId && secretKey ? { shopId, secretKey } : null
}

const formerShops = z
  .string()
  .transform((list, { addIssue }) => {
    const shops = list.split(',').map(readShop)
    if (shops.includes(null)) addIssue('must be shops as NUMBER:SECRET_KEY, with commas between them')
    return shops.filter((shop) => shop !== null)
  })
  .default([])

const settings = z.object({
  YOOKASSA_SHOP_ID: z
    .string()
    .regex(/^[!-9;-~]+$/, 'must be the number of a shop')
    .optional(),
  YOOKASSA_SECRET_KEY: z
    .string()
    .regex(/^[!-~]+$/, 'must be a secret key')
    .optional(),
  YOOKASSA_FORMER_SHOPS: formerShops,
  YOOKASSA_API_URL: httpAddress
    .transform((text) => text.replace(/\/+$/, ''))
    .default('https://api.yookassa.ru/v3'),
  YOOKASSA_VAT_CODE: wholeNumber(1, 12).default(1),
  YOOKASSA_PAYEE_INN: z
    .string()
    .refine(isInn, 'must be the INN of the organisation that owns the shop')
    .optional(),
  YOOKASSA_SBP: z.stringbool({ error: 'must be on or off' }).default(false),
  YOOKASSA_PAYMENT_ORDER: z.enum(['none', 'utilities'], 'must be none or utilities').default('none'),
})

/** Undefined if there is neither a shop nor a key. Throws ConfigError. */
export const readYookassaConfig = (
  env: Environment,
  { isCurrent, trustProxy }: Deployment,
): YookassaConfig | undefined => {
  const values = readSettings(settings, env)
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET_KEY: secretKey } = values
  if (!isCurrent && shopId === undefined && secretKey === undefined) return undefined
  const missing = isCurrent
    ? 'must be set together with PAYMENT_GATEWAY=yookassa'
    : 'YOOKASSA_SHOP_ID and YOOKASSA_SECRET_KEY must be set together'
  if (shopId === undefined) throw new ConfigError(`YOOKASSA_SHOP_ID: ${missing}`)
  if (secretKey === undefined) throw new ConfigError(`YOOKASSA_SECRET_KEY: ${missing}`)
  const former = values.YOOKASSA_FORMER_SHOPS
  const numbers = [shopId, ...former.map((shop) => shop.shopId)]
  if (new Set(numbers).size < numbers.length)
    throw new ConfigError('YOOKASSA_FORMER_SHOPS: must name each shop once, and not YOOKASSA_SHOP_ID')
  return {
    shopId,
    secretKey,
    formerShops: former,
    apiUrl: values.YOOKASSA_API_URL,
    vatCode: values.YOOKASSA_VAT_CODE,
    paymentOrder: values.YOOKASSA_PAYMENT_ORDER,
    payeeInn: values.YOOKASSA_PAYEE_INN ?? null,
    takesSbp: values.YOOKASSA_SBP,
    checksAddresses: trustProxy > 0,
  }
}
