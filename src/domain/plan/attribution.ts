import { LIMITS } from '../limits.ts'

/** The sentence that every description ends with. @see rules 1.11 */
export const attributionSentence = (serviceTitle: string): string => `Launched with ${serviceTitle}.`

/**
 * The description as it goes on chain: the user's text, one space, the attribution sentence once.
 * At most 240 code points, which a user text of 204 and a title of 20 cannot pass.
 *
 * @throws Error when it would be longer
 */
export function finalDescription(userText: string, serviceTitle: string): string {
  const sentence = attributionSentence(serviceTitle)
  const text = userText.trim()
  const whole = text.includes(sentence) ? text : [text, sentence].filter((part) => part !== '').join(' ')
  if ([...whole].length > LIMITS.finalDescriptionMax) throw new Error('final description too long')
  return whole
}
