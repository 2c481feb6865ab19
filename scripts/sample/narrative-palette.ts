/** How often a narrative leads an invented profile, the words its names are made of, and the narratives it tends to sit beside. */
export type NarrativePalette = {
  readonly id: string
  readonly weight: number
  readonly flavours: readonly string[]
  readonly beside: readonly string[]
}

const palette = (id: string, weight: number, flavours: string, beside: string): NarrativePalette => ({
  id,
  weight,
  flavours: flavours.split(' '),
  beside: beside.split(' '),
})

/** The narratives of the sample directory. */
export const narrativePalettes: readonly NarrativePalette[] = [
  palette('memes', 30, 'Giggle Lol Chuckle Banana Goofy Jester Prank Meme', 'dogs cats frogs art trading'),
  palette('ai', 20, 'Neural Robot Silicon Tensor Prompt Agent Synthetic Cortex', 'depin science trading privacy gaming'),
  palette('dogs', 20, 'Puppy Kennel Shiba Biscuit Corgi Hound Leash Woof', 'memes cats animals travel'),
  palette('trading', 18, 'Candle Chart Breakout Scalper Leverage Momentum Ticker Wick', 'defi memes ai'),
  palette('cats', 15, 'Whisker Kitten Purr Tabby Meow Feline Litterbox Siamese', 'memes dogs anime'),
  palette('gaming', 14, 'Pixel Joystick Respawn Dungeon Arcade Loot Console Quest', 'anime nft ai'),
  palette('defi', 14, 'Yield Vault Staking Liquidity Lending Swap Collateral Farmer', 'trading rwa privacy'),
  palette('politics', 10, 'Ballot Senate Campaign Patriot Caucus Podium Liberty Parliament', 'memes africa latam'),
  palette('sports', 10, 'Goalpost Stadium Striker Dugout Slamdunk Trophy Racquet Halftime', 'fitness gaming latam'),
  palette('frogs', 8, 'Lilypad Ribbit Toad Tadpole Pond Croak Bullfrog Swamp', 'memes animals'),
  palette('animals', 8, 'Penguin Otter Panda Capybara Hippo Owl Ferret Safari', 'memes dogs cats climate'),
  palette('art', 8, 'Canvas Brush Gallery Sketch Mural Palette Easel Sculptor', 'nft music anime'),
  palette('nft', 8, 'Collectible Mint Jpeg Floor Drop Avatar Mosaic Token', 'art gaming memes'),
  palette('music', 8, 'Vinyl Bassline Melody Drummer Remix Synth Encore Choir', 'art film memes'),
  palette('anime', 8, 'Waifu Mecha Manga Otaku Kawaii Sensei Shonen Sakura', 'gaming art cats asia'),
  palette('space', 8, 'Orbit Comet Rocket Nebula Lunar Astro Galaxy Saturn', 'science ai climate'),
  palette('food', 8, 'Noodle Taco Pancake Espresso Pizza Dumpling Pickle Waffle', 'memes travel latam'),
  palette('rwa', 6, 'Bullion Bond Treasury Estate Gold Invoice Deed Brick', 'defi trading'),
  palette('depin', 6, 'Antenna Hotspot Sensor Router Gridnode Bandwidth Mesh Beacon', 'ai science climate'),
  palette('privacy', 6, 'Cipher Shadow Vaultkey Stealth Mixer Zeroproof Cloak Anon', 'defi ai science'),
  palette('science', 6, 'Quantum Genome Beaker Proton Petri Neuron Molecule Theorem', 'space ai climate'),
  palette('latam', 5, 'Fiesta Samba Andes Tango Pampas Carnaval Llama Mariachi', 'food sports memes'),
  palette('asia', 5, 'Lantern Dragon Bamboo Monsoon Seoul Bazaar Jade Tokyo', 'gaming anime trading'),
  palette('africa', 4, 'Savanna Baobab Lagos Nairobi Sahara Kente Serengeti Djembe', 'music climate sports'),
  palette('film', 5, 'Matinee Popcorn Director Screenplay Blockbuster Cinema Trailer Sequel', 'music art memes'),
  palette('fitness', 4, 'Barbell Marathon Kettlebell Sprint Yoga Deadlift Treadmill Protein', 'sports food'),
  palette('climate', 4, 'Solar Carbon Forest Glacier Compost Windmill Ocean Recycle', 'depin science animals'),
  palette('travel', 4, 'Passport Suitcase Compass Hostel Voyage Layover Backpack Island', 'food latam asia'),
]

/** Words that say nothing of a narrative. */
export const neutralNouns: readonly string[] =
  'Harbor Ledger Dispatch Gazette Orchard Corner Bureau Almanac Parlor Workshop Post Wire Review Cabin Lookout Junction Meadow Bridge Tower Notebook Kitchen Garage Attic Lane Quarter Foundry Terrace Outpost Pavilion Depot'.split(
    ' ',
  )

/** Words that name what the person does, by hire role. */
export const roleNouns: Readonly<Record<string, readonly string[]>> = {
  caller: ['Calls', 'Signals', 'Alerts'],
  chart: ['Charts', 'Levels', 'Analysis'],
  raid: ['Raiders', 'Squad', 'Brigade'],
  kol: ['Daily', 'Show', 'Voice'],
  dev: ['Labs', 'Builds', 'Dev'],
}

/** Syllables of invented person names. */
export const syllables = {
  first: 'Brel Tov Mar Quin Zan Fel Dor Isk Lun Oru Pev Sil Vax Yor Hal Nem'.split(' '),
  last: 'ko ric del wen tis mo lan bry ska vek ona ulf ith ara enn zu'.split(' '),
}
