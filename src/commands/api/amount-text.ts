import type { Amount } from '../../../clients/typescript/src/agent-launch-client.ts'

/** The amount in whole units and its currency: every digit, without zeros at the end. */
export function amountText({ amount, decimals, currency }: Amount): string {
  const digits = amount.padStart(decimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, -decimals), digits.slice(-decimals).replace(/0+$/, '')]
  return `${whole}${fraction === '' ? '' : `.${fraction}`} ${currency}`
}

/** `36.00%` of 3,600 basis points. */
export const percentText = (bps: number): string => `${(bps / 100).toFixed(2)}%`
