const LETTERS: Readonly<Record<string, string>> = {
  a: 'ƛȺɐɒᶏᶐⱥⱭⱯⱰꬱ',
  b: 'ɃᴃᵬᶀꞖꞗꞵ',
  c: 'ƈȻɕↄꜾꜿꞒꞓꞔꟄ𝼝',
  d: 'ðƋȡᴆᵭᶁᶑẟꝹꝺꟇꟈ',
  e: 'ƎƏƐǝɘəɚɛɜɝɞʚᴈᶒᶓᶔᶕⱸⱻꬳꬴ',
  f: 'ᶂꝻꝼ',
  g: 'ʛᵷᵹꝽꝾꝿꞠꞡꞬꟐꟑꬶ𝼁𝼂',
  h: 'ɥʮʯⱨⱵⱶꞍꞕꞪꟵꟶ',
  i: 'ᴉᶖꞮ𝼚',
  j: 'ȷɟʄʝ',
  k: 'ʞᶄⱪꝁꝂꝃꝄꝅꞢꞣꞰ𝼃𝼐',
  l: 'ĿŀȴȽɬᴌᶅⱠⱡⱢꝆꝇꝈꝉꞀꞁꞎꞭꬷꬸꬹ𝼄𝼑𝼓ꟾ',
  m: 'ƜɰᴟᶆⱮꟺꬺ',
  n: 'ŊŋȠȵɲᴎᶇꞐꞑꞤꞥꬻꬼ𝼇𝼔',
  o: 'ƆɔᴒᴓᶗⱺꝌꝍꬿꭃꭄ𝼛',
  p: 'ÞþᵱᶈⱣꝐꝑꝒꝓꝔꝕꝤꝥꝦꝧ',
  q: 'ɋꝖꝗꝘꝙ',
  r: 'ɌɹɺɻɾɿʁᴙᴚᵳᶉⱤⱹꝛꞂꞃꞦꞧꭅꭆꭉꭊꭋꭌꭨ𝼈𝼕𝼖',
  s: 'ƩƪȿʃʆᶊᶋᶘẜⱾꞄꞅꞨꞩꟅꟉꟊ𝼋𝼌𝼞',
  t: 'ƫȶʇʈⱦꞆꞇꞱ𝼉𝼍',
  u: 'ƱʉʊᴝᴞᵿᶙꞸꞹꭏ',
  v: 'ƲɅʌⱱⱴꝞꝟ',
  w: 'ʍⱲⱳꞶꞷ',
  x: 'ᶍꭓꭔꭕꭖꭗꭘꭙ',
  y: 'ƔʎỾ𝼆',
  z: 'ƸƹƺǯɀʑʒʓᴣᶎᶚⱫⱬⱿꟆ𝼘',
}

/**
 * Maps letters whose Unicode name says "small Latin letter X with …" (turned, hooked, with a stroke or a tail) to that ASCII letter, for
 * those that neither a decomposition nor Unicode's table of confusables covers.
 */
export const latinLetters: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)
