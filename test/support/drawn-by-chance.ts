const HEX = /^[0-9a-f]+$/
const DRAWN = /[A-Za-z0-9+/=]{100,}|[0-9A-Za-z]{32,90}/g

/** The new recording with what was drawn by chance replaced by what the old one has in the same place: only what changed differs. */
export function keepDrawn<Recorded extends object>(fresh: Recorded, old: object): Recorded {
  const known = new Map<string, string>()
  const pair = (now: unknown, before: unknown, name: string): void => {
    if (typeof now === 'string' && typeof before === 'string') {
      const drawn = (text: string) => (['nextCursor', 'token', 'signature'].includes(name) ? [text] : (text.match(DRAWN) ?? []))
      drawn(now).forEach((token, index) => {
        const kept = drawn(before)[index]
        // A hash or id that became longer or shorter is another kind of thing, and no example of it is kept.
        const isKind = kept?.length === token.length || !HEX.test(token)
        if (kept?.length && isKind && !known.has(token)) known.set(token, kept)
      })
    }
    if (typeof now !== 'object' || now === null || typeof before !== 'object' || before === null) return
    for (const [member, value] of Object.entries(now)) pair(value, (before as Record<string, unknown>)[member], member)
  }
  pair(fresh, old, '')
  const text = JSON.stringify(fresh)
  // Two names for one thing, or one for two, would make the examples lie: then everything is new.
  if (new Set(known.values()).size !== known.size) return fresh
  return JSON.parse([...known].reduce((written, [token, kept]) => written.replaceAll(token, kept), text)) as Recorded
}

/** The same text for two recordings that differ only in what is drawn by chance: keys, wallets, signatures, hashes. */
export function withoutChance(recorded: object): string {
  const seen = new Map<string, string>()
  return JSON.stringify(recorded, null, 1).replaceAll(
    /(?<=(?:nextCursor|token|signature)": ")[^"]+|[A-Za-z0-9+/=]{100,}|[0-9A-Za-z]{32,90}/g,
    (drawn) => {
      if (!seen.has(drawn)) seen.set(drawn, `chance-${seen.size}`)
      return seen.get(drawn)!
    },
  )
}
