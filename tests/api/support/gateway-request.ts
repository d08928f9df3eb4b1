import type { PaymentRequest } from 'api/payments/gateways/payment-gateway'
import { toKopecks } from 'contract/money'

/** A request to a gateway, without our id of the payment. */
export const gatewayRequest: Omit<PaymentRequest, 'paymentId'> = {
  account: '4010031186',
  amount: toKopecks(260_091),
  email: 'olga@mail.example',
  period: '2026-02',
  payee: {
    name: 'ООО «Берег»',
    inn: '5099001232',
    kpp: null,
    bankName: 'АО «Тихобережный банк»',
    bic: '044599871',
    correspondentAccount: '30101810800000000871',
    settlementAccount: '40702810220000001234',
  },
  returnTo: { success: 'https://portal.example/pay/success', failed: 'https://portal.example/pay/failed' },
  saveMethod: false,
  savedMethod: null,
}
