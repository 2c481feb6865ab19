/** Irregular plurals with their singular. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `men man, women woman, children child, mice mouse, lice louse, geese goose, mongeese mongoose, teeth tooth, feet foot, oxen ox,
   leaves leaf, thieves thief, hooves hoof, loaves loaf, knives knife, wives wife, lives life, scarves scarf, dwarves dwarf, wharves wharf,
   cacti cactus, fungi fungus, octopi octopus, hippopotami hippopotamus, hippopotamuses hippopotamus, alumni alumnus, stimuli stimulus,
   nuclei nucleus, larvae larva, vertices vertex, matrices matrix, indices index, vortices vortex, crises crisis, oases oasis,
   theses thesis, hypotheses hypothesis, analyses analysis, quizzes quiz, gases gas, lenses lens, atlases atlas, canvases canvas,
   viruses virus, octopuses octopus, bonuses bonus, cactuses cactus, circuses circus, geniuses genius, campuses campus, walruses walrus,
   platypuses platypus, pegasuses pegasus, lotuses lotus, hibiscuses hibiscus, shoes shoe, canoes canoe, axes axe, caches cache,
   headaches headache, avalanches avalanche, porsches porsche, gurus guru, menus menu, emus emu, gnus gnu, inus inu, haikus haiku,
   sudokus sudoku, caribous caribou, bayous bayou, tutus tutu, corgis corgi, yetis yeti, emojis emoji, taxis taxi, skis ski, jedis jedi,
   bikinis bikini, safaris safari, kiwis kiwi, chilis chili, samurais samurai, ferraris ferrari, lamborghinis lamborghini, martinis martini,
   alibis alibi, yogis yogi, okapis okapi, tsunamis tsunami, sushis sushi, raviolis ravioli, broccolis broccoli, origamis origami,
   aliases alias, biases bias`
    .split(',')
    .map((pair) => pair.trim().split(' ') as [string, string]),
)
const IRREGULAR_PLURALS: ReadonlyMap<string, readonly string[]> = Map.groupBy(IRREGULAR.keys(), (plural) => IRREGULAR.get(plural)!)
/** In joined words: policemen, superwomen. */
const MEN =
  /^((?:wo|snow|fire|police|fisher|business|super|iron|cave|space|mer|gentle|strong|mad|bat|sales|gun|crafts|horse|cat|dog|frog|bird)+)men$/

/** The singular of an irregular plural; null for every other word. */
export const irregularSingular = (word: string): string | null =>
  IRREGULAR.get(word) ?? (MEN.test(word) ? word.replace(/men$/, 'man') : null)

/** Spellings of a word's plural, correct or commonly wrong, by rule. */
export function pluralsOf(word: string): string[] {
  const ruled = [`${word}s`]
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) ruled.push(`${word}es`)
  if (/[^aeiou]y$/.test(word)) ruled.push(word.replace(/y$/, 'ies'))
  if (/man$/.test(word)) ruled.push(word.replace(/man$/, 'men'))
  if (/fe?$/.test(word)) ruled.push(word.replace(/fe?$/, 'ves'))
  return [...ruled, ...(IRREGULAR_PLURALS.get(word) ?? [])]
}
