/** The coin of docs/go-live.md, as a file, with these wallets in the places that it leaves open. */
export function coinOfPage(page: string, wallets: readonly string[]): string {
  const left = [...wallets]
  return /^```json\n([\s\S]*?)^```$/m.exec(page)![1]!.replaceAll(/WALLET OF \w+/g, () => left.shift()!)
}
