import { expect } from 'bun:test'

/** Each value as others would write it. */
export const written = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString('hex'),
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('base64url'),
]

/** A key as it may be written, without the last digits of base64, which its neighbours can change. */
export const formsOfBytes = (key: Buffer): string[] => [
  key.toString('hex'),
  ...(['base64', 'base64url'] as const).map((form) => key.toString(form).replace(/.?.?=*$/, '')),
]

/** Fails where one of the needles is in one of these texts, and shows where. */
export function expectNowhere(needles: readonly string[], indexes: readonly (readonly [string, string | Buffer])[]): void {
  for (const [index, content] of indexes) {
    for (const needle of needles) {
      const at = content.indexOf(needle)
      const shown = at === -1 ? null : String(content.slice(Math.max(0, at - 1200), at + 40))
      expect({ index, needle, shown }).toEqual({ index, needle, shown: null })
    }
  }
}
