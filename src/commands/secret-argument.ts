/** How secrets look, wherever they stand in an argument. */
const SECRETS: readonly RegExp[] = [
  /svc_ak_\w{8}/,
  /whsec_[\w+/=]{8}/,
  // 64 bytes of a Solana key as base58 (a signature looks the same), or as a JSON array.
  /(?<![\w/.-])[1-9A-HJ-NP-Za-km-z]{85,90}(?![\w/.-])/,
  /\[\s*\d{1,3}(\s*,\s*\d{1,3}){31,}/,
  /\b0x[0-9a-fA-F]{64}\b/,
  // A recovery phrase.
  /^([a-z]{3,8} ){11,23}[a-z]{3,8}$/,
]

/** What to say when an argument looks like a secret, without it; null when none does. */
export function secretArgument(args: readonly string[]): string | null {
  if (!args.some((arg) => SECRETS.some((secret) => secret.test(arg)))) return null
  return 'An argument looks like a secret, and nothing was done. Arguments are seen by every program of this machine and kept by shells: put the secret into a file that only you can read and name the file, or pipe it in and say "-". Make a new secret, since this one has been seen.'
}
